import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showError, showToast } from '../../components/messages/messages.tsx';
import { triedSentence } from '../../components/sync/sync-wording.ts';
import { askToDiscard, hasUnsavedChanges } from '../../components/record-form/unsaved-changes.ts';
import { whoseCommands } from '../../components/whose/whose-commands.ts';
import { useRole, useSession } from '../../stores/session.ts';
import classes from './command-palette.module.css';
import { matchingEntries } from './matching-entries.ts';
import { menuOf } from './menu-entries.ts';
import { RouteIcon } from './route-icon.tsx';

interface Command {
  key: string;
  label: string;
  /** What else people call it. */
  alsoCalled?: string | undefined;
  group: string;
  /** The screen that it opens; null for an action. */
  path: string | null;
  run: () => void;
}

/** Above a form that is open, below the questions about it. */
const LAYER = 500;

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  /** Called once it is out of the way and a screen was chosen. */
  onArrived: () => void;
}

/** Ctrl+K: goes to any screen of the user's role by a few letters of its name, or of what else people call it. */
export function CommandPalette({ opened, onClose, onArrived }: CommandPaletteProps): ReactNode {
  const chosen = useRef(false);
  // Opened again before it has faded, it must not hold what was typed before.
  const [opening, setOpening] = useState({ opened, count: 0 });
  if (opening.opened !== opened) setOpening({ opened, count: opening.count + (opened ? 1 : 0) });
  const closed = (): void => {
    if (chosen.current) onArrived();
    chosen.current = false;
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={closed}
      size={520}
      zIndex={LAYER}
      yOffset="14dvh"
      transitionProps={{ transition: 'fade', duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go to">
        <Modal.Body p={0}>
          <Palette key={opening.count} onClose={onClose} onGo={() => (chosen.current = true)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A form that lies below listens for Escape as well; this attribute of the library keeps the key from it. */
const keepEscape = { 'data-mantine-stop-propagation': 'true' } as const;

/** Whether going there may cost the user what a form below holds; the user decides. */
async function mayGo(path: string | null): Promise<boolean> {
  if (path === null || path === window.location.pathname || !hasUnsavedChanges()) return true;
  return askToDiscard('the form');
}

function Palette({ onClose, onGo }: { onClose: () => void; onGo: () => void }): ReactNode {
  const listId = useId();
  const commands = useCommands();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const found = matchingEntries(commands, search);
  const current = found[Math.min(at, found.length - 1)];
  const optionId = (key: string): string => `${listId}-${key}`;

  const run = async (command: Command | undefined): Promise<void> => {
    if (!command || !(await mayGo(command.path))) return;
    if (command.path !== null) onGo();
    onClose();
    command.run();
  };
  const move = (to: number): void => {
    const next = (to + found.length) % found.length;
    setAt(next);
    const command = found[next];
    if (command) document.getElementById(optionId(command.key))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (found.length === 0) return;
    else if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter') void run(current);
    else return;
    event.preventDefault();
  };

  return (
    <div>
      <TextInput
        data-autofocus
        {...keepEscape}
        size="md"
        variant="unstyled"
        py={4}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        leftSectionWidth={54}
        styles={{ input: { paddingInlineStart: 47 } }}
        placeholder="Go to a screen"
        aria-label="Go to a screen"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current ? optionId(current.key) : undefined}
        autoComplete="off"
        value={search}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div id={listId} role="listbox" aria-label="Screens" className={classes.list}>
        {found.map((command, index) => (
          <button
            key={command.key}
            type="button"
            tabIndex={-1}
            id={optionId(command.key)}
            role="option"
            aria-selected={command === current}
            className={classes.option}
            onClick={() => void run(command)}
            onMouseMove={() => setAt(index)}
          >
            <RouteIcon path={command.path} />
            <span className={classes.label}>{command.label}</span>
            <span className={classes.group}>{command.group}</span>
          </button>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.empty} role="status">
          No screen of yours has a name like that.
        </p>
      )}
    </div>
  );
}

function useCommands(): Command[] {
  const role = useRole();
  const name = useSession((session) => session.user?.name ?? '');
  const navigate = useNavigate();
  const screens = menuOf(role, name).flatMap((group) =>
    group.entries.map((entry) => ({
      key: entry.path.slice(1),
      label: entry.screen,
      alsoCalled: entry.alsoCalled,
      group: group.heading ?? 'Home',
      path: entry.path,
      run: () => void navigate(entry.path),
    })),
  );
  const syncNow = (): void => {
    bridge.call('sync.now', {}).then(
      ({ state }) => {
        if (state === 'live') showToast({ title: 'Synced' });
        const message = triedSentence(new Date().toISOString());
        if (state === 'offline') showToast({ title: 'The server cannot be reached', message, color: 'gray' });
      },
      (error: unknown) => showError(sentenceOf(error, 'Syncing failed. Try again in a moment.')),
    );
  };
  const actions = whoseCommands(role).map((each) => ({ ...each, group: 'Action', path: null }));
  return [
    ...screens,
    ...actions,
    { key: 'sync-now', label: 'Sync now', group: 'Action', path: null, run: syncNow },
  ];
}

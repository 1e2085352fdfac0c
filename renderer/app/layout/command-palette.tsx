import { Modal, TextInput } from '@mantine/core';
import { IconRefresh, IconSearch, type Icon } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showError } from '../../components/messages.tsx';
import { useRole, useSession } from '../../stores/session.ts';
import classes from './command-palette.module.css';
import { matchingEntries } from './matching-entries.ts';
import { menuOf } from './menu-entries.ts';
import { iconOf } from './route-icons.ts';

interface Command {
  key: string;
  label: string;
  group: string;
  icon: Icon;
  run: () => void;
}

/** Ctrl+K: goes to any screen of the user's role by a few letters of its name. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={520}
      yOffset="14dvh"
      aria-label="Go to"
    >
      <Palette onClose={onClose} />
    </Modal>
  );
}

function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const listId = useId();
  const commands = useCommands();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const found = matchingEntries(commands, search);
  const current = found[Math.min(at, found.length - 1)];
  const optionId = (key: string): string => `${listId}-${key}`;

  const run = (command: Command | undefined): void => {
    if (!command) return;
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
    if (event.nativeEvent.isComposing || found.length === 0) return;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter') run(current);
    else return;
    event.preventDefault();
  };

  return (
    <div onKeyDown={onKeyDown}>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        px="md"
        py={4}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        leftSectionWidth={44}
        styles={{ input: { paddingInlineStart: 34 } }}
        placeholder="Go to a screen"
        aria-label="Go to a screen"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current ? optionId(current.key) : undefined}
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div id={listId} role="listbox" aria-label="Screens" className={classes.list}>
        {found.map((command, index) => (
          <div
            key={command.key}
            id={optionId(command.key)}
            role="option"
            aria-selected={command === current}
            className={classes.option}
            onClick={() => run(command)}
            onMouseMove={() => setAt(index)}
          >
            <command.icon size={18} stroke={1.6} aria-hidden />
            <span className={classes.label}>{command.label}</span>
            <span className={classes.group}>{command.group}</span>
          </div>
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
  const name = useSession((session) => session.shown?.name ?? '');
  const navigate = useNavigate();
  const screens = menuOf(role, name).flatMap((group) =>
    group.entries.map((entry) => ({
      key: entry.path.slice(1),
      label: entry.screen,
      group: group.heading ?? 'Home',
      icon: iconOf(entry.path),
      run: () => void navigate(entry.path),
    })),
  );
  const syncNow = (): void => {
    bridge.call('sync.now', {}).catch((error: unknown) => {
      showError(sentenceOf(error, 'Syncing failed. Try again in a moment.'));
    });
  };
  return [
    ...screens,
    { key: 'sync-now', label: 'Sync now', group: 'Action', icon: IconRefresh, run: syncNow },
  ];
}

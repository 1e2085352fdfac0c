import { Kbd, Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  createElement,
  useCallback,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router-dom';
import type { FoundPerson } from '#shared/protocol/people-calls.ts';
import { FirstFocus } from '../../components/keyboard/first-focus.tsx';
import { useFocusBack } from '../../components/keyboard/use-focus-back.ts';
import { keyCaps } from '../../components/keyboard/shortcuts.ts';
import { useChatOpener } from '../../components/messaging/chat-opener.ts';
import { giveFocusBack, type Openers } from '../../components/record-form/form-focus.ts';
import { mayLeaveForms } from '../../components/record-form/unsaved-changes.ts';
import { useRole, useUser } from '../../stores/session.ts';
import { RouteIcon } from '../layout/route-icon.tsx';
import classes from './command-palette.module.css';
import { matchingEntries } from './matching-entries.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { actionEntries, newcomerEntry, personEntry } from './person-entries.ts';
import { useCommands } from './use-commands.ts';
import { usePeople } from './use-people.ts';

/** Above a form that is open, below the questions about it. */
const LAYER = 500;

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  /** Called where it closes because a screen was chosen; must be the same function from render to render. */
  onArrived: () => void;
}

/** Ctrl+K: finds people of every kind, the screens of the user's role and commands, by a few letters. */
export function CommandPalette({ opened, onClose, onArrived }: CommandPaletteProps): ReactNode {
  const chosen = useRef(false);
  const give = useCallback(
    (openers: Openers): void => {
      if (chosen.current) onArrived();
      else giveFocusBack(openers);
      chosen.current = false;
    },
    [onArrived],
  );
  useFocusBack(opened, give);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      size={620}
      zIndex={LAYER}
      yOffset="14dvh"
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go to">
        <Modal.Body p={0}>
          <Palette onClose={onClose} onGo={() => (chosen.current = true)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A form that lies below listens for Escape as well; this attribute of the library keeps the key from it. */
const keepEscape = { 'data-mantine-stop-propagation': 'true' } as const;

/** Whether going there may cost the user what a form below holds; the user decides. */
async function mayGo(path: string | null): Promise<boolean> {
  return path === null || mayLeaveForms('the form');
}

function Palette({ onClose, onGo }: { onClose: () => void; onGo: () => void }): ReactNode {
  const listId = useId();
  const role = useRole();
  const { _id: me } = useUser();
  const [opener] = useChatOpener();
  const navigate = useNavigate();
  const commands = useCommands();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  // Whose actions are shown, and what was typed to find the person.
  const [opened, setOpened] = useState<{ person: FoundPerson; search: string } | null>(null);
  const people = usePeople(opened ? '' : search);

  const groupsOf = (found: readonly FoundPerson[], settled: boolean): PaletteGroup[] => {
    if (opened) {
      const entries = matchingEntries(
        actionEntries(opened.person, { _id: me, role }, opener, navigate),
        search,
      );
      return [{ heading: `Actions for ${opened.person.name || opened.person.phone}`, entries }];
    }
    const matching = matchingEntries(commands, search);
    const byLabel = new Set(
      matchingEntries(
        commands.map(({ key, label }) => ({ key, label })),
        search,
      ).map(({ key }) => key),
    );
    const persons = found.flatMap((person) => personEntry(person, role, navigate));
    const newcomer = settled && found.length === 0 ? newcomerEntry(search, role, navigate) : [];
    return [
      { heading: 'Screens and commands', entries: matching.filter(({ key }) => byLabel.has(key)) },
      { heading: 'People', entries: [...persons, ...newcomer] },
      { heading: 'Also called so', entries: matching.filter(({ key }) => !byLabel.has(key)) },
    ].filter(({ entries }) => entries.length > 0);
  };
  const groups = groupsOf(people.people, people.current);
  const found = groups.flatMap(({ entries }) => entries);
  const current = found[Math.min(at, found.length - 1)];
  const optionId = (key: string): string => `${listId}-${key.replaceAll(' ', '_')}`;

  const run = async (entry: PaletteEntry | undefined): Promise<void> => {
    if (!entry || !(await mayGo(entry.path))) return;
    if (entry.path !== null) onGo();
    onClose();
    entry.run();
  };
  /** Whoever pressed Enter before the people were there means the first line that there will be. */
  const enter = async (): Promise<void> => {
    const isSure = opened || people.current || at > 0 || groups[0]?.heading === 'Screens and commands';
    if (isSure) return run(current);
    const [first] = groupsOf(await people.settled(), true).flatMap(({ entries }) => entries);
    return run(first);
  };
  const move = (to: number): void => {
    const next = (to + found.length) % found.length;
    setAt(next);
    const entry = found[next];
    if (entry) document.getElementById(optionId(entry.key))?.scrollIntoView({ block: 'nearest' });
  };
  const write = (text: string): void => {
    setSearch(text);
    setAt(0);
  };
  const openActions = (person: FoundPerson): void => {
    setOpened({ person, search });
    write('');
  };
  const back = (): void => {
    write(opened?.search ?? '');
    setOpened(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, value } = event.currentTarget;
    const person = current?.person;
    if (event.key === 'Escape') {
      if (opened) back();
      else onClose();
    } else if (opened && value === '' && (event.key === 'Backspace' || event.key === 'ArrowLeft')) back();
    else if (event.key === 'Enter') void enter();
    else if (found.length === 0) return;
    else if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (
      person &&
      (event.key === 'Tab' || (event.key === 'ArrowRight' && selectionStart === value.length)) &&
      !event.shiftKey
    )
      openActions(person);
    else return;
    event.preventDefault();
  };

  const label = opened
    ? `Action for ${opened.person.name || opened.person.phone}`
    : 'Find people, screens and commands';
  return (
    <div>
      <FirstFocus />
      <TextInput
        data-autofocus
        {...keepEscape}
        size="md"
        variant="unstyled"
        py={4}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        leftSectionWidth={54}
        styles={{ input: { paddingInlineStart: 47 } }}
        placeholder={label}
        aria-label={label}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current ? optionId(current.key) : undefined}
        autoComplete="off"
        value={search}
        onKeyDown={onKeyDown}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <div id={listId} role="listbox" aria-label="Found" className={classes.list}>
        {groups.map(({ heading, entries }) => (
          <div key={heading} role="group" aria-label={heading}>
            {search !== '' || opened ? (
              <div className={classes.heading} aria-hidden>
                {heading}
              </div>
            ) : null}
            {entries.map((entry) => (
              <button
                key={entry.key}
                type="button"
                tabIndex={-1}
                id={optionId(entry.key)}
                role="option"
                aria-selected={entry === current}
                className={classes.option}
                onClick={() => void run(entry)}
                onMouseMove={() => setAt(found.indexOf(entry))}
              >
                {entry.icon ? (
                  createElement(entry.icon, { size: 18, stroke: 1.6, 'aria-hidden': true })
                ) : (
                  <RouteIcon path={entry.path} />
                )}
                <span className={classes.label}>
                  {entry.label}
                  {entry.detail && <span className={classes.detail}>{entry.detail}</span>}
                </span>
                {entry.keys && <Kbd size="xs">{keyCaps(entry.keys).join(' ')}</Kbd>}
                {entry.person && entry === current && <Kbd size="xs">Tab</Kbd>}
                <span className={classes.kind}>{entry.kind}</span>
              </button>
            ))}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.empty} role="status">
          {people.current ? 'Nobody and nothing has a name or number like that.' : 'Looking…'}
        </p>
      )}
      <p className={classes.keys}>
        <span>↑ ↓ choose</span> <span>Enter open</span>{' '}
        {opened ? <span>Esc back</span> : <span>Tab what to do with a person</span>}
      </p>
    </div>
  );
}

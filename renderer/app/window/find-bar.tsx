import { ActionIcon, CloseButton, Paper, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { bodyPlace } from '../../components/body-place.ts';
import classes from './find-bar.module.css';
import { MOST_PLACES } from './found-places.ts';
import { isAllRead, rangesOf } from './found-ranges.ts';

const ALL = 'found';
const HERE = 'found-here';

/** Finds text in what is open: a record, an article, a page of questions. */
export function FindBar({ onClose }: { onClose: () => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(document.activeElement);
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState({ at: 0, of: 0, isAll: true });

  useEffect(() => input.current?.select(), []);
  useEffect(
    () => () => {
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(HERE);
    },
    [],
  );

  /** Asked anew each time: what is open may have changed. */
  const show = (text: string, at: number): void => {
    const ranges = rangesOf(text);
    const place = ranges.length === 0 ? 0 : (at + ranges.length) % ranges.length;
    const here = ranges[place];
    CSS.highlights.set(ALL, new Highlight(...ranges));
    CSS.highlights.set(HERE, new Highlight(...(here ? [here] : [])));
    here?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    setShown({ at: place, of: ranges.length, isAll: isAllRead() });
  };
  const step = (by: 1 | -1): void => show(wanted, shown.at + by);
  const close = (): void => {
    onClose();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === input.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count =
    shown.of === MOST_PLACES
      ? `${shown.at + 1} of many`
      : `${Math.min(shown.at + 1, shown.of)} of ${shown.of}`;

  // Escape and Tab are its own, also over a dialog.
  const ownKeys = { 'data-mantine-stop-propagation': 'true' };
  return createPortal(
    <Paper
      withBorder
      shadow="md"
      role="search"
      aria-label="Find in what is open"
      data-find-bar=""
      className={classes.bar ?? ''}
      onKeyDown={onKeyDown}
    >
      <TextInput
        ref={input}
        size="xs"
        w={220}
        aria-label="Find"
        placeholder="Find"
        maxLength={200}
        value={wanted}
        {...ownKeys}
        onChange={({ currentTarget: { value } }) => {
          setWanted(value);
          show(value, 0);
        }}
      />
      <span role="status" className={classes.count}>
        {wanted.trim() === ''
          ? ''
          : shown.of === 0
            ? shown.isAll
              ? 'Not found'
              : 'Not on these pages'
            : count}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="The one before"
        title="The one before (Shift+Enter)"
        {...ownKeys}
        onClick={() => step(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="The next one"
        title="The next one (Enter)"
        {...ownKeys}
        onClick={() => step(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <CloseButton size="sm" aria-label="Close the search" title="Close (Esc)" {...ownKeys} onClick={close} />
    </Paper>,
    bodyPlace('data-find-place'),
  );
}

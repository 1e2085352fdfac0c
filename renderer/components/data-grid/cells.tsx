import { openAddress, type LinkedRecord } from '#shared/window/record-links.ts';
import { IconClockUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Person } from '../activities/person.ts';
import { PhoneLinks } from '../record-links/phone-links.tsx';
import { MailLink, WebLink } from '../record-links/text-links.tsx';
import { StatusBadge } from '../status-badge/status-badge.tsx';
import { toneOf } from '../status-badge/tones.ts';
import classes from './data-grid.module.css';
import type { GridRow } from './list-row.ts';

const WAITING = 'Waiting to be sent';

interface TitleCellProps {
  row: GridRow;
  /** More to say of the row, such as what it has become. */
  mark?: ((row: GridRow) => ReactNode) | undefined;
  /** What stands below it. */
  under?: ((row: GridRow) => ReactNode) | undefined;
  children: ReactNode;
}

/** What names the row, with a small mark while the row has changes that the server does not have yet. */
export function TitleCell({ row, mark, under, children }: TitleCellProps): ReactNode {
  if (row._gone) return <span className={classes.gone}>No longer here</span>;
  const marked = mark?.(row) ?? null;
  const title = (
    <span className={classes.title} {...(marked === null ? {} : { 'data-marked': '', 'data-parts': '' })}>
      <span className={classes.titleText}>{children}</span>
      {marked}
      {row._waiting && <WaitingMark />}
    </span>
  );
  if (!under) return title;
  return (
    <span className={classes.withUnder} data-parts="">
      {title}
      {under(row)}
    </span>
  );
}

/** Beside what the server does not have yet. */
export function WaitingMark(): ReactNode {
  return (
    <span role="img" aria-label={WAITING} title={WAITING} className={classes.waiting}>
      <IconClockUp size={14} stroke={1.8} aria-hidden />
    </span>
  );
}

interface OpenButtonProps {
  /** What it opens: with Ctrl or the middle button that is in a window of its own. */
  record: LinkedRecord | null;
  open: () => void;
  children: ReactNode;
}

/**
 * What names a record leads to it with one press. Its text can still be marked: who marks does not open. It is a link, so
 * that the window or the browser offers what it does with links, and a button to whoever hears it: it opens a dialog.
 */
export function OpenButton({ record, open, children }: OpenButtonProps): ReactNode {
  const shared = {
    className: classes.open,
    'aria-haspopup': 'dialog',
    'data-row-control': '',
    tabIndex: -1,
  } as const;
  const press = (): void => {
    if (window.getSelection()?.isCollapsed ?? true) open();
  };
  const content = <span>{children}</span>;
  if (!record)
    return (
      <button type="button" {...shared} onClick={press}>
        {content}
      </button>
    );
  return (
    <a
      {...shared}
      href={openAddress(record)}
      role="button"
      draggable={false}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        press();
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        open();
      }}
    >
      {content}
    </a>
  );
}

interface ContactCellProps {
  kind: 'phone' | 'email' | 'url';
  value: string;
  /** Of a phone number: the number for chats, where the record has another. */
  chat?: unknown;
  of: string;
  about: Person | null;
}

export function ContactCell({ kind, value, chat, of, about }: ContactCellProps): ReactNode {
  if (kind === 'phone') return <PhoneLinks phone={value} chat={chat} of={of} about={about} inGrid />;
  return kind === 'email' ? <MailLink email={value} inGrid /> : <WebLink url={value} inGrid />;
}

/** A status as a badge; a word that is no status as plain text. */
export function StatusCell({ word, isEmpty }: { word: string; isEmpty: boolean }): ReactNode {
  return toneOf(word) && !isEmpty ? <StatusBadge word={word} /> : word;
}

import type { TodayPart, TodayRow } from '#shared/protocol/today.ts';
import { Loader } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { messagePerson } from '../../components/messaging/asked-message.ts';
import { logCall, useMayLog } from '../../components/activities/log-call.ts';
import { isPlainKey, isTextField } from '../../components/keyboard/plain-key.ts';
import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { showToast } from '../../components/messages/messages.tsx';
import { useNow } from '../../components/use-now.ts';
import { keyOf } from './current-row.ts';
import { PART_LABELS, TIME_HEADINGS } from './parts.ts';
import { contentOf } from './row-content.ts';
import { TodayRowView } from './today-row.tsx';
import classes from './today-list.module.css';
import { useCurrentRow } from './use-current-row.ts';

const EVERY_MS = 30_000;
const ROWS_A_SCREEN = 10;
/** The link to the chat, in whichever program it opens. */
const CHAT = 'a[href*="//wa.me/"], a[href^="whatsapp:"]';

interface TodayListProps {
  part: TodayPart;
  rows: readonly TodayRow[];
  /** Rows in all; undefined while it is not known. */
  total: number | undefined;
  owned: boolean;
  onOpen: (row: TodayRow) => void;
  /** Asks for the next page; undefined where there is none. */
  onMore: (() => void) | undefined;
}

/** The rows of a part, worked through by keys: arrows, Enter, C, W, L and M. */
export function TodayList({ part, rows, total, owned, onOpen, onMore }: TodayListProps): ReactNode {
  const grid = useRef<HTMLDivElement>(null);
  const now = useNow(EVERY_MS);
  const logs = useMayLog();
  const touched = part !== 'contacts' && part !== 'uncalled';
  const { current, setCurrent, enter } = useCurrentRow(rows, grid);
  const log = useCallback((row: TodayRow) => {
    const { person } = contentOf(row);
    if (person) logCall(person);
  }, []);

  const begin = useEffectEvent(() => {
    const { activeElement: active } = document;
    // Who came by the menu, the palette or a link goes on here by the arrows; who types, goes on typing.
    const arrived = active === null || active === document.body || active.matches('nav a, main');
    if (arrived) enter(current);
  });
  useEffect(() => begin(), []);

  const { ref: end, entry } = useIntersection({ rootMargin: '600px' });
  const atEnd = entry?.isIntersecting === true;
  const askForMore = useEffectEvent(() => onMore?.());
  useEffect(() => {
    if (atEnd && rows.length > 0) askForMore();
  }, [atEnd, rows.length]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (isTextField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex((row) => keyOf(row) === current);
    const row = rows[at];
    if (!row) return;
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + ROWS_A_SCREEN,
      PageUp: at - ROWS_A_SCREEN,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = rows[Math.min(Math.max(to, 0), rows.length - 1)];
      if (next) enter(keyOf(next));
      return;
    }
    const onControl = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (event.key === 'Enter' && !onControl) {
      event.preventDefault();
      onOpen(row);
    } else if (isPlainKey(event, hotkeys.call)) follow(row, 'a[href^="tel:"]');
    else if (isPlainKey(event, hotkeys.chat)) follow(row, CHAT);
    else if (isPlainKey(event, hotkeys.logCall) && logs) {
      event.preventDefault();
      log(row);
    } else if (isPlainKey(event, hotkeys.message)) {
      const { person } = contentOf(row);
      if (person) messagePerson(person);
    }
  };
  /** Follows the row's own link, as a click does: the dialog to log it comes by itself. */
  const follow = (row: TodayRow, selector: string): void => {
    const link = grid.current
      ?.querySelector(`[data-key="${CSS.escape(keyOf(row))}"]`)
      ?.querySelector<HTMLAnchorElement>(selector);
    if (link) link.click();
    else
      showToast({
        title: 'There is no number for that.',
        message: `${contentOf(row).title} has none that can be called.`,
        color: 'yellow',
      });
  };

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={PART_LABELS[part]}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={classes.grid}
      data-part={part}
      data-owned={owned || undefined}
      data-untouched={!touched || undefined}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        <div role="columnheader">{TIME_HEADINGS[part]}</div>
        <div role="columnheader">Name</div>
        <div role="columnheader">Mobile</div>
        <div role="columnheader">{part === 'contacts' ? 'Message' : 'Status and notes'}</div>
        {touched && (
          <div role="columnheader" className={classes.last}>
            Last activity
          </div>
        )}
        {owned && <div role="columnheader">Whose</div>}
        <div role="columnheader" className={classes.action}>
          Action
        </div>
      </div>
      {rows.map((row, index) => (
        <TodayRowView
          key={keyOf(row)}
          row={row}
          part={part}
          index={index}
          current={keyOf(row) === current}
          now={now}
          owned={owned}
          touched={touched}
          logs={logs}
          onCurrent={setCurrent}
          onOpen={onOpen}
          onLog={log}
        />
      ))}
      <div ref={end} role="presentation" className={classes.end}>
        {onMore && <Loader size="xs" aria-label="Loading more" />}
      </div>
    </div>
  );
}

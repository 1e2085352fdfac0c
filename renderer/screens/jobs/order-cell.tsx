import { Popover } from '@mantine/core';
import { job } from '#shared/model/job.ts';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { titleOf, type GridRow } from '../../components/data-grid/list-row.ts';
import { showToast, type Toast } from '../../components/messages/messages.tsx';
import { useUnloadQuestion } from '../../components/record-form/use-unload-question.ts';
import { isSignedIn, useUser } from '../../stores/session.ts';
import classes from './order-cell.module.css';
import { readOrder } from './order.ts';
import { baseOf, saveOrder } from './save-order.ts';

interface Draft {
  text: string;
  /** Set once it is on its way: the order that it takes the place of. */
  over?: unknown;
  problem?: string;
}

/** The order of a job, typed in its row: Enter or leaving it saves, Escape gives the old one back (section 2.17). */
export function OrderCell({ row }: { row: GridRow }): ReactNode {
  const stored = row['order'];
  const [given, setDraft] = useState<Draft | null>(null);
  // When the list has the saved order, or a newer one, there is nothing of one's own left to show.
  const draft = given && 'over' in given && given.over !== stored ? null : given;
  const base = useRef<Promise<number>>(undefined);
  const problemId = useId();
  const text = draft?.text ?? (typeof stored === 'number' ? String(stored) : '');
  const problem = draft?.problem ?? null;

  /** What is said of it where its row goes, with the screen or out of sight. */
  const unread = useRef<Toast | null>(null);
  const title = titleOf(job, row);
  const { _id: writer } = useUser();
  useEffect(() => {
    unread.current =
      problem === null
        ? null
        : { title: `The order of ${title} was not saved.`, message: `${problem}.`, color: 'yellow' };
  });
  useEffect(
    () => () => {
      if (unread.current !== null && isSignedIn(writer)) showToast(unread.current);
    },
    [writer],
  );

  // Nobody leaves the field where the window is closed.
  useUnloadQuestion(draft !== null && !('over' in draft) && problem === null, () => setDraft(null));

  const commit = (): void => {
    if (!draft || 'over' in draft) return;
    const read = readOrder(draft.text);
    if ('problem' in read) return setDraft({ text: draft.text, problem: read.problem });
    if (read.order === stored) return setDraft(null);
    setDraft({ text: draft.text, over: stored });
    void saveOrder(row._id, read.order, base.current ?? baseOf(row._id)).then((saved) => {
      if (!saved) setDraft(null);
    });
  };

  const focused = (event: FocusEvent<HTMLInputElement>): void => {
    event.currentTarget.select();
    base.current = baseOf(row._id);
    // Saving says it, if it still is so then.
    base.current.catch(() => undefined);
  };

  const step = (by: number): void => {
    const read = readOrder(text);
    setDraft({ text: String(('order' in read ? read.order : 0) + by) });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    if (event.key === 'Enter') {
      commit();
      // As on coming in: what is typed next takes its place.
      input.select();
    } else if (event.key === 'ArrowUp') step(1);
    else if (event.key === 'ArrowDown') step(-1);
    else if (event.key === 'Escape') {
      // A second Escape goes back to the grid.
      if (draft) {
        flushSync(() => setDraft(null));
        input.select();
      } else input.closest<HTMLElement>('[role="gridcell"]')?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const read = readOrder(text);
  return (
    <Popover
      opened={problem !== null}
      position="right"
      withArrow
      shadow="md"
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <input
          className={classes.order}
          data-row-control=""
          tabIndex={-1}
          role="spinbutton"
          inputMode="decimal"
          autoComplete="off"
          aria-label={`Order of ${title}`}
          aria-valuenow={'order' in read ? read.order : undefined}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          value={text}
          onChange={(event) => setDraft({ text: event.currentTarget.value })}
          onFocus={focused}
          onBlur={commit}
          onKeyDown={onKeyDown}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.problem ?? ''} role="alert" id={problemId}>
        {problem}
      </Popover.Dropdown>
    </Popover>
  );
}

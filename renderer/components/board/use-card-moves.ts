import { maySet } from '#shared/access/permissions.ts';
import { isInColumn, OTHERS_KEY, type BoardColumn } from '#shared/model/board.ts';
import { entityOf } from '#shared/model/entities.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useRole, useUser } from '../../stores/session.ts';
import { showDone } from '../changes/undo.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { mayNot, moveCard } from './move-card.ts';
import { withMoved, withoutMoved, withRow, type MovedCards } from './moved-cards.ts';

/** There is more to read than that it worked, in milliseconds. */
const REASON_MS = 10_000;

export interface CardMoves {
  moved: MovedCards;
  /** Why no card can be moved; null where cards can. */
  refused: string | null;
  /** What a screen reader hears of the last move. */
  said: string;
  move: (row: GridRow, from: BoardColumn, to: BoardColumn) => void;
  /** Says why no card can be moved. */
  explain: (sentence: string) => void;
}

interface CardMovesInput {
  query: GridQuery;
  name: string;
  columns: readonly BoardColumn[];
  settings: RecordFormSettings | undefined;
  /** Leads the focus to a card, as soon as it is in this column. */
  onFocus: (key: string, id: string) => void;
  /** Opens the form where more is wanted than the value. */
  onAsk: (id: string, given: NonNullable<RecordFormSettings['given']>) => void;
}

/**
 * Moves cards from column to column. A card is in its new column at once; where it may not stay there, it goes back with
 * the reason. Several moves of one card follow each other.
 */
export function useCardMoves(input: CardMovesInput): CardMoves {
  const { query, name, settings } = input;
  const entity = entityOf(query.entity);
  const role = useRole();
  const { _id: userId } = useUser();
  const actor = useMemo(() => ({ _id: userId, role }), [userId, role]);
  const [moved, setMoved] = useState<MovedCards>([]);
  const [said, setSaid] = useState('');
  // Asked anew, all cards stand in the order of the list.
  const shown = `${JSON.stringify(query)} ${name}`;
  const [shownBefore, setShownBefore] = useState(shown);
  if (shown !== shownBefore) {
    setShownBefore(shown);
    setMoved([]);
  }
  const queues = useRef(new Map<string, { failed: boolean; left: number; last: Promise<void> }>());
  const latest = useRef(input);
  const present = useRef(moved);
  useEffect(() => {
    latest.current = input;
    present.current = moved;
  });

  /** A moved card stays on top of its column for as long as the record is in it. */
  const look = useCallback(
    async (id: string): Promise<void> => {
      const view = await bridge.call('records.get', { entity: query.entity, id });
      const card = present.current.find(({ row }) => row._id === id);
      if (!card || queues.current.has(id)) return;
      const { columns, onFocus } = latest.current;
      const value = view?.record[name];
      const column = columns.find(({ key }) => key === card.key);
      if (view && column && isInColumn(column, value)) {
        setMoved((now) => withRow(now, { ...card.row, ...view.record, _waiting: view.waiting }));
        return;
      }
      setMoved((now) => withoutMoved(now, id));
      const next = columns.find((each) => isInColumn(each, value));
      if (view && next) onFocus(next.key, id);
    },
    [query.entity, name],
  );
  /** What the form asks about, until it is saved: then the card stands where it was to go. */
  const asked = useRef<{ row: GridRow; from: string } | null>(null);
  const lookAtAsked = async (waited: { row: GridRow; from: string }): Promise<void> => {
    const { row, from } = waited;
    const view = await bridge.call('records.get', { entity: query.entity, id: row._id });
    const column = latest.current.columns.find((each) => isInColumn(each, view?.record[name]));
    if (!view || !column || column.key === from) return;
    // Somebody may have gone on from the card since another look has led there.
    if (asked.current !== waited) return;
    asked.current = null;
    const now = { ...row, ...view.record, _waiting: view.waiting };
    setMoved((cards) => withMoved(cards, { row: now, key: column.key }));
    latest.current.onFocus(column.key, row._id);
  };
  useBridgeEvent('changed', (event) => {
    if (event.entity !== query.entity) return;
    if (asked.current && (event.ids?.includes(asked.current.row._id) ?? true))
      lookAtAsked(asked.current).catch(() => undefined);
    for (const { row } of moved) {
      if (event.ids?.includes(row._id) ?? true) look(row._id).catch(() => undefined);
    }
  });

  const run = async (row: GridRow, from: BoardColumn, to: BoardColumn): Promise<void> => {
    const queue = queues.current.get(row._id);
    // What came after a move that was refused was meant for another place.
    if (!settings || !queue || queue.failed) return;
    const called = titleOf(entity, row) || entity.label;
    const goBack = (): void => {
      queue.failed = true;
      setSaid(`${called} stays in ${from.label}`);
      setMoved((now) => withoutMoved(now, row._id));
      latest.current.onFocus(from.key, row._id);
    };
    try {
      const result = await moveCard({ settings, actor, name, row, from, to });
      if (result.outcome === 'moved') {
        const { record, ...view } = result.view;
        setMoved((now) => withRow(now, { ...row, ...record, _waiting: view.waiting }));
        if (result.set !== null)
          showDone({ title: 'Moved', message: `${called} is under “${to.label}”.` }, result.set);
        return;
      }
      goBack();
      if (result.outcome === 'asks') {
        asked.current = { row, from: from.key };
        latest.current.onAsk(row._id, result.given);
      } else if (result.sentence !== null) explain(result.sentence);
    } catch (error) {
      goBack();
      showFailure('The card was not moved', error, () => moveLater.current(row, from, to));
    }
  };

  const move: CardMoves['move'] = (row, from, to) => {
    if (from.key === to.key || to.key === OTHERS_KEY) return;
    const { _id: id } = row;
    const queue = queues.current.get(id) ?? { failed: false, left: 0, last: Promise.resolve() };
    queues.current.set(id, queue);
    queue.left += 1;
    queue.last = queue.last
      .then(() => run(row, from, to))
      .then(() => {
        queue.left -= 1;
        if (queue.left > 0) return;
        queues.current.delete(id);
        look(id).catch(() => undefined);
      });
    setMoved((now) => withMoved(now, { row: { ...row, [name]: to.value }, key: to.key }));
    setSaid(`${titleOf(entity, row) || entity.label} moved from ${from.label} to ${to.label}`);
    latest.current.onFocus(to.key, id);
  };
  const moveLater = useRef(move);
  useEffect(() => {
    moveLater.current = move;
  });

  function explain(sentence: string): void {
    setSaid('');
    showToast({ title: 'Not moved.', message: sentence, color: 'yellow', autoClose: REASON_MS });
  }

  const mayMove = settings !== undefined && maySet(entity, role, name);
  return { moved, refused: mayMove ? null : mayNot(query.entity, name), said, move, explain };
}

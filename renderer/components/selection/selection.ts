import { formatNumber } from '#shared/format/numbers.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { Picked } from '#shared/protocol/list-calls.ts';
import { MOST_LEFT_OUT, MOST_SELECTED } from '#shared/protocol/many.ts';
import type { Bridge } from '../../bridge/client.ts';
import { isSameQuery, type GridQuery } from '../data-grid/grid-query.ts';
import {
  everythingSelected,
  isNothing,
  nothingSelected,
  pickedOf,
  without,
  withRows,
  type Selected,
} from './selected.ts';

/** Changes are taken up together, at most this often, in milliseconds. */
const LOOK_EVERY_MS = 300;

type ListedQuery = Params<'records.selected'>['query'];

/** What is selected, and how many rows that are; null while they are being counted. */
export interface SelectionState {
  selected: Selected;
  count: number | null;
}

const NOTHING: SelectionState = { selected: nothingSelected, count: 0 };

/**
 * What is selected in one list. It survives sorting and scrolling; rows that leave the list leave it too, and the count
 * is asked of the desk whenever the entity changes.
 */
export class Selection {
  readonly #desk: Pick<Bridge, 'call'>;
  readonly #tell: (sentence: string) => void;
  #query: GridQuery;
  #state = NOTHING;
  /** Where a range begins. */
  #anchor: string | null = null;
  readonly #listeners = new Set<() => void>();
  #generation = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param tell says a sentence to the user, where something cannot be selected */
  constructor(desk: Pick<Bridge, 'call'>, query: GridQuery, tell: (sentence: string) => void) {
    this.#desk = desk;
    this.#query = query;
    this.#tell = tell;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): SelectionState => this.#state;

  get anchor(): string | null {
    return this.#anchor;
  }

  get query(): GridQuery {
    return this.#query;
  }

  /** What the desk is asked about, with the list's own order. */
  asked(): { query: ListedQuery; picked: Picked } {
    // All that says which rows there are, whatever it is.
    const { sort: _sort, similar: _similar, columns: _columns, ...query } = this.#query;
    return { query, picked: pickedOf(this.#state.selected) };
  }

  /** The list shows something else: named rows stay selected as far as they are in it; all of another list are others. */
  show(query: GridQuery): void {
    const isSame = isSameQuery(query, this.#query);
    this.#query = query;
    if (isSame) return;
    if (this.#state.selected.all) this.clear();
    else this.#lookAgain();
  }

  /** Selects rows, or leaves them again. The last of them is where a range begins. */
  choose(rows: readonly string[], wanted: boolean, anchor = rows.at(-1) ?? null): void {
    const { selected, count } = this.#state;
    const next = withRows(selected, rows, wanted);
    if (next === null) {
      const most = formatNumber(selected.all ? MOST_LEFT_OUT : MOST_SELECTED);
      return this.#tell(
        `No more than ${most} rows can be ${selected.all ? 'left out' : 'selected'} at once.`,
      );
    }
    this.#anchor = anchor;
    const more = next.ids.size - selected.ids.size;
    const left = next.all ? count && count - more : next.ids.size;
    if (left === 0) this.clear();
    else this.#set(next, left);
  }

  /** Selects all that the list finds. @param total how many those are, where that is known */
  chooseAll(total: number | null): void {
    if (total === 0) return;
    if (total !== null && total > MOST_SELECTED) return this.#refuse(total);
    this.#anchor = null;
    this.#set(everythingSelected, total);
    this.#lookAgain();
  }

  clear(): void {
    this.#anchor = null;
    this.#set(nothingSelected, 0);
  }

  /** Records of the list were changed. */
  changed(): void {
    if (isNothing(this.#state.selected)) return;
    this.#timer ??= setTimeout(() => this.#lookAgain(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#generation += 1;
  }

  #lookAgain(): void {
    this.stop();
    const generation = this.#generation;
    if (isNothing(this.#state.selected)) return;
    const asked = this.#state.selected;
    this.#desk.call('records.selected', this.asked()).then(
      ({ total, gone }) => {
        if (generation !== this.#generation) return;
        // More was chosen meanwhile.
        if (asked !== this.#state.selected) return this.#lookAgain();
        if (total > MOST_SELECTED) return this.#refuse(total);
        if (total === 0) return this.clear();
        this.#set(without(asked, gone), total);
      },
      // What is done with the rows says what is wrong.
      () => undefined,
    );
  }

  #refuse(total: number): void {
    this.clear();
    const { plural } = entityOf(this.#query.entity);
    const [found, most] = [total, MOST_SELECTED].map(formatNumber);
    this.#tell(
      `These are ${found} ${inSentence(plural)}, and at most ${most} can be selected. Narrow the list first.`,
    );
  }

  #set(selected: Selected, count: number | null): void {
    const now = isNothing(selected) ? NOTHING : { selected, count };
    if (now.selected === this.#state.selected && now.count === this.#state.count) return;
    this.#state = now;
    this.#listeners.forEach((listener) => listener());
  }
}

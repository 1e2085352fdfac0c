import { countOfColumn, type BoardColumn, type ValueCount } from '#shared/model/board.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { Bridge } from '../../bridge/client.ts';

/** Changes are taken up together, at most this often, in milliseconds. */
const CHANGES_EVERY_MS = 250;
/** They leave the desk so many times as long to others as counting takes it. */
const REST = 4;

type Asked = Params<'records.countBy'>;

export interface CountsState {
  counts: readonly ValueCount[] | null;
  /** Whether they are still those of another search. */
  loading: boolean;
  error: Error | null;
}

/**
 * How many records each column of a board has: one question for all of them, asked again while others work. What was
 * known stays until the answer to a new question is there.
 */
export class BoardCounts {
  readonly #desk: Pick<Bridge, 'call'>;
  #asked: Asked | null = null;
  #answer: Promise<readonly ValueCount[]> | null = null;
  /** Whether something has changed since it was asked. */
  #isOld = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How long the last answer took, in milliseconds. */
  #cost = 0;
  #state: CountsState = { counts: null, loading: false, error: null };
  readonly #listeners = new Set<() => void>();

  constructor(desk: Pick<Bridge, 'call'>) {
    this.#desk = desk;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): CountsState => this.#state;

  /** Counts something else; null for nothing. */
  show(asked: Asked | null): void {
    if (JSON.stringify(asked) === JSON.stringify(this.#asked)) return;
    // The counts of another field say nothing of this one; those of another search may stand for a moment.
    const isOther = asked?.field !== this.#asked?.field || asked?.list !== this.#asked?.list;
    this.#asked = asked;
    this.#answer = null;
    this.#set({ loading: asked !== null, ...(isOther ? { counts: null, error: null } : {}) });
    void this.#ask();
  }

  /** Something may have changed. */
  changed(): void {
    if (this.#asked === null) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.retry();
      },
      Math.max(CHANGES_EVERY_MS, REST * this.#cost),
    );
  }

  /** Asks again; while an answer is on its way, after it. */
  retry(): void {
    this.#isOld = true;
    if (this.#answer === null) void this.#ask();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The length of a column, as soon as it is known. Rejects as the bridge does. */
  async of(column: BoardColumn): Promise<number> {
    return countOfColumn(column, (await this.#answer) ?? this.#state.counts ?? []);
  }

  async #ask(): Promise<void> {
    const asked = this.#asked;
    if (asked === null) return;
    this.#isOld = false;
    const answer = this.#desk.call('records.countBy', asked);
    this.#answer = answer;
    const since = Date.now();
    try {
      const counts = await answer;
      this.#cost = Date.now() - since;
      if (this.#asked === asked) this.#set({ counts, loading: false, error: null });
    } catch (error) {
      if (this.#asked === asked)
        this.#set({ loading: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
    if (this.#answer !== answer) return;
    this.#answer = null;
    if (this.#isOld) await this.#ask();
  }

  #set(change: Partial<CountsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.forEach((listener) => listener());
  }
}

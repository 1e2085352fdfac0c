import { formatDateTime } from '#shared/format/dates.ts';
import type { Events } from '#shared/protocol/bridge.ts';
import { MOST_AT_ONCE } from '#shared/protocol/list-calls.ts';
import type { LastActivity } from '#shared/protocol/people-calls.ts';
import type { Bridge } from '../../bridge/client.ts';
import type { Person } from './person.ts';

/** Changes are taken up together, at most this often, in milliseconds. */
const CHANGES_EVERY_MS = 250;

/** What came of it, or else what it was. */
export const lastWord = ({ kind, outcome }: LastActivity): string => outcome ?? kind;

/** With the whole date: "Today" is soon another day. */
export const lastActivityText = (last: LastActivity): string =>
  `${lastWord(last)}, ${formatDateTime(last.at)}`;

/** The newest activity of each of these people, by id, once, as for paper. */
export async function readLastActivities(
  desk: Pick<Bridge, 'call'>,
  entity: Person['entity'],
  ids: readonly string[],
): Promise<Map<string, LastActivity>> {
  const found = new Map<string, LastActivity>();
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const asked = ids.slice(from, from + MOST_AT_ONCE);
    for (const last of await desk.call('activities.last', { entity, ids: asked }))
      found.set(last.about, last);
  }
  return found;
}

/**
 * The newest activity of each person that is on the screen. Rows that come together are asked for in one call; when an
 * activity changes, all of them are asked for again, and show what they had until the answer is there.
 */
export class LastActivities {
  readonly #desk: Pick<Bridge, 'call'>;
  readonly #entity: Person['entity'];
  readonly #known = new Map<string, LastActivity>();
  /** Who shows a person's, by id. */
  readonly #shown = new Map<string, Set<() => void>>();
  readonly #wanted = new Set<string>();
  /** Whether it is about to ask. */
  #asking = false;

  constructor(desk: Pick<Bridge, 'call'>, entity: Person['entity']) {
    this.#desk = desk;
    this.#entity = entity;
  }

  /** null where there is none, or none is known yet. */
  of(id: string): LastActivity | null {
    return this.#known.get(id) ?? null;
  }

  /** Keeps it known for as long as it is shown. Returns the way to stop. */
  show(id: string, listener: () => void): () => void {
    const listeners = this.#shown.get(id) ?? new Set();
    this.#shown.set(id, listeners.add(listener));
    this.#ask([id], 0);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#shown.delete(id);
      this.#known.delete(id);
    };
  }

  changed({ entity }: Pick<Events['changed'], 'entity'>): void {
    if (entity === 'activity') this.askAgain();
  }

  askAgain(): void {
    this.#ask(this.#shown.keys(), CHANGES_EVERY_MS);
  }

  #ask(ids: Iterable<string>, afterMs: number): void {
    for (const id of ids) this.#wanted.add(id);
    if (this.#wanted.size === 0 || this.#asking) return;
    this.#asking = true;
    setTimeout(() => void this.#fetch(), afterMs);
  }

  async #fetch(): Promise<void> {
    this.#asking = false;
    const ids = [...this.#wanted].filter((id) => this.#shown.has(id));
    this.#wanted.clear();
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const asked = ids.slice(from, from + MOST_AT_ONCE);
      try {
        this.#take(asked, await this.#desk.call('activities.last', { entity: this.#entity, ids: asked }));
      } catch {
        // Nothing the user asked for has failed: what is shown stays, and the next change asks again.
      }
    }
  }

  #take(asked: readonly string[], found: readonly LastActivity[]): void {
    const newest = new Map(found.map((activity) => [activity.about, activity]));
    for (const id of asked) {
      const listeners = this.#shown.get(id);
      const activity = newest.get(id);
      if (!listeners) continue;
      if (activity) this.#known.set(id, activity);
      else this.#known.delete(id);
      listeners.forEach((listener) => listener());
    }
  }
}

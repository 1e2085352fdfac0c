import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, REMINDERS_FILE, writePrivateJson } from '../storage/data-folders.ts';
import { timeOfKey } from './reminder-wording.ts';

const MOST = 2_000;

const stored = z.object({
  since: z.number(),
  told: z.array(z.tuple([z.string().max(200), z.number().nullable()])).max(MOST),
});

/** What was told on this PC, in the user's folder: what fell due before the first start is not told at all. */
export class ToldReminders {
  readonly #file: string;
  readonly #since: number;
  /** By key; when it is told again, in milliseconds since 1970, or null. */
  readonly #told: Map<string, number | null>;

  constructor(folder: string, now: number) {
    this.#file = join(folder, REMINDERS_FILE);
    const kept = stored.safeParse(readPrivateJson(this.#file));
    // A clock that was ahead has noted a time that is still to come.
    this.#since = kept.success ? Math.min(kept.data.since, now) : now;
    this.#told = new Map(kept.success ? kept.data.told : []);
    if (!kept.success) this.#write();
  }

  get since(): number {
    return this.#since;
  }

  /** Whether it is still to be told at that time. */
  isFresh(key: string, now: number): boolean {
    const again = this.#told.get(key);
    return again === undefined || (again !== null && again <= now);
  }

  /** When the next one is told again; Infinity where none is. */
  nextAgain(now: number): number {
    const times = [...this.#told.values()].flatMap((again) => (again !== null && again > now ? [again] : []));
    return Math.min(...times, Infinity);
  }

  /**
   * Keeps what was told, before it is: told twice is worse than not at all.
   * @param again when it is told again; null for never
   * @param oldest what fell due before that is looked at no more
   */
  note(keys: readonly string[], again: number | null, oldest: number): void {
    for (const key of keys) {
      this.#told.delete(key);
      this.#told.set(key, again);
    }
    for (const key of this.#told.keys()) {
      if (this.#told.size > MOST || !(Date.parse(timeOfKey(key)) >= oldest)) this.#told.delete(key);
    }
    this.#write();
  }

  #write(): void {
    writePrivateJson(this.#file, { since: this.#since, told: [...this.#told] });
  }
}

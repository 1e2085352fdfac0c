import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, REMINDERS_FILE, writePrivateJson } from '../storage/data-folders.ts';
import { BEFORE_INTERVIEW_MS } from './due-things.ts';
import { asInterview, timeOfKey } from './reminder-wording.ts';

const MOST = 2_000;

/** A clock that goes back by no more has told a thing a little early, and not wrongly. */
const EARLY_MS = 30_000;
/** After so long without a jump a clock that went back is taken for right. */
const BELIEVED_MS = 10 * 60_000;

const stored = z.object({
  since: z.number(),
  told: z
    .array(
      z.union([
        z.tuple([z.string().max(200), z.number().nullable(), z.number()]),
        // As earlier versions have kept it.
        z.tuple([z.string().max(200), z.number().nullable()]),
      ]),
    )
    .max(MOST),
});

/** Times in milliseconds since 1970. */
interface Told {
  /** When it is told again, or null. */
  again: number | null;
  /** When it was to be told; one that was told before has met a clock that was ahead. */
  due: number;
}

/** What was told on this PC, in the user's folder: what fell due before the first start is not told at all. */
export class ToldReminders {
  readonly #file: string;
  #since: number;
  /** By key. */
  readonly #told: Map<string, Told>;
  /**
   * What was told, and is still to come by the clock as it goes now. Either the clock was ahead then, or it is behind now:
   * if it reaches their time without a jump, they were told too early.
   */
  readonly #tooEarly = new Set<string>();
  /** What the clock says beyond one that nobody sets; NaN before the first look. */
  #offset = Number.NaN;
  /** On the clock that nobody sets: when this one has jumped. */
  #jumpedAt = 0;

  constructor(folder: string, now: number) {
    this.#file = join(folder, REMINDERS_FILE);
    const kept = stored.safeParse(readPrivateJson(this.#file));
    // A clock that was ahead has noted a time that is still to come.
    this.#since = kept.success ? Math.min(kept.data.since, now) : now;
    const told = kept.success ? kept.data.told : [];
    this.#told = new Map(
      told.flatMap(([key, again, due]) =>
        keysOf(key, due).map((each) => [each, { again, due: due ?? earliestOf(key) }] as const),
      ),
    );
    if (!kept.success) this.#write();
  }

  get since(): number {
    return this.#since;
  }

  /**
   * Looks whether the clock has jumped.
   * @param steady what a clock says that nobody sets
   */
  seeClock(now: number, steady: number): void {
    const offset = now - steady;
    if (!(Math.abs(offset - this.#offset) <= EARLY_MS)) {
      this.#jumpedAt = steady;
      this.#tooEarly.clear();
    }
    this.#offset = offset;
    for (const [key, { due }] of this.#told) if (due > now + EARLY_MS) this.#tooEarly.add(key);
    const forgets = this.#tooEarly.size > 0 && steady - this.#jumpedAt >= BELIEVED_MS;
    if (forgets) {
      for (const key of this.#tooEarly) this.#told.delete(key);
      this.#tooEarly.clear();
    }
    if (!forgets && this.#since <= now) return;
    this.#since = Math.min(this.#since, now);
    this.#write();
  }

  /** Whether it is still to be told at that time. */
  isFresh(key: string, now: number): boolean {
    const told = this.#told.get(key);
    if (told === undefined || this.#tooEarly.has(key)) return true;
    return told.again !== null && told.again <= now;
  }

  /** Keys of those that were put off until then. */
  putOffUntil(now: number): string[] {
    return [...this.#told].flatMap(([key, { again }]) => (again !== null && again <= now ? [key] : []));
  }

  /** What was to be told by then counts as told. */
  passOver(until: number): void {
    if (until <= this.#since) return;
    this.#since = until;
    this.#write();
  }

  /** When the next one is told again, or the clock may be believed; Infinity where neither is. */
  nextAgain(now: number): number {
    const times = [...this.#told.values()].flatMap(({ again }) =>
      again !== null && again > now ? [again] : [],
    );
    const believed = this.#tooEarly.size > 0 ? now + BELIEVED_MS : Infinity;
    return Math.min(...times, believed);
  }

  /**
   * Keeps what was told, before it is: told twice is worse than not at all. What is old stays until there are too many: a
   * clock that is days ahead would forget what is no news by it alone.
   * @param due when it was to be told; what is known of it already, where it is left out
   * @param again when it is told again; null for never
   */
  note(keys: readonly { key: string; due?: number }[], again: number | null): void {
    for (const { key, due = this.#told.get(key)?.due ?? earliestOf(key) } of keys) {
      this.#tooEarly.delete(key);
      this.#told.delete(key);
      // What is no time would not be read again.
      this.#told.set(key, { again, due: Number.isNaN(due) ? 0 : due });
    }
    for (const key of this.#told.keys()) {
      if (this.#told.size <= MOST) break;
      this.#told.delete(key);
    }
    this.#write();
  }

  #write(): void {
    const told = [...this.#told].map(([key, { again, due }]) => [key, again, due]);
    writePrivateJson(this.#file, { since: this.#since, told });
  }
}

/** What a kept key stands for: earlier versions wrote the same for a call and an interview, and told the interview before its time. */
function keysOf(key: string, due: number | undefined): string[] {
  if (due === undefined) return [key, asInterview(key)];
  return due === earliestOf(key) ? [asInterview(key)] : [key];
}

/** The earliest at which a key may be told rightly: an interview is told before its time. */
function earliestOf(key: string): number {
  const time = Date.parse(timeOfKey(key)) - BEFORE_INTERVIEW_MS;
  return Number.isNaN(time) ? 0 : time;
}

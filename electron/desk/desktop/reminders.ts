import { indianDayRange } from '#shared/format/dates.ts';
import { DAY_MS } from '#shared/format/time.ts';
import {
  MOST_SHOWN_REMINDERS,
  type DesktopSettings,
  type ReminderAction,
  type ReminderKind,
  type ShownReminder,
} from '#shared/window/desktop-settings.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { dueThings, MOST_DUE, nextDue, plannedStill, tellAt, type DueThing } from './due-things.ts';
import { toldAt } from './quiet-hours.ts';
import { keyOf, wordsFor } from './reminder-wording.ts';
import { ToldReminders } from './told-reminders.ts';

/** What fell due longer ago is no news: it stands on Today. Longer than a Saturday's evening, a Sunday and a night. */
const LOOK_BACK_MS = 3 * DAY_MS;
const SOON_MS = 10 * 60_000;
/** The office opens, Indian time. */
const OPENING_MS = 10 * 3_600_000;

/** Tells one user of what falls due: each thing once on this PC, and what is still due at the moment of telling. */
export class Reminders {
  readonly #workspace: Workspace;
  readonly #told: ToldReminders;
  readonly #tell: (reminder: ShownReminder) => void;
  /** What names one record, by its key, in the order of telling: the system's list may have it still. */
  readonly #shown = new Map<string, DueThing>();

  constructor(workspace: Workspace, tell: (reminder: ShownReminder) => void, now: number) {
    this.#workspace = workspace;
    this.#tell = tell;
    this.#told = new ToldReminders(workspace.folder, now);
  }

  /**
   * Tells what is due at that time (milliseconds since 1970).
   * @param steady a clock that nobody sets: by it one that jumps is seen
   * @returns when to look again, unless records change
   */
  look(
    now: number,
    { kinds, quiet }: DesktopSettings,
    isLocked: boolean,
    steady = performance.now(),
  ): number {
    this.#told.seeClock(now, steady);
    const { due, hasMore } = this.#dueBy(now);
    const fresh = due.filter((thing) => this.#told.isFresh(keyOf(thing), now));
    const loud = toldAt(now, quiet);
    if (fresh.length > 0 && loud > now) return loud;
    if (fresh.length > 0) {
      const wanted = fresh.flatMap((thing) => asWanted(thing, kinds));
      // What is not wanted is not told later either, when it is.
      this.#told.note(
        fresh.map((thing) => ({ key: keyOf(thing), due: tellAt(thing) })),
        null,
      );
      const [oldest] = due;
      // Those before it would be told one by one, as the later ones are done.
      if (hasMore && oldest) this.#told.passOver(tellAt(oldest));
      const { role } = this.#workspace.actor;
      const isAll = !hasMore || wanted.length < MOST_DUE;
      if (wanted.length > 0) this.#tell(wordsFor(wanted, { now, role, isLocked, isAll }));
      const [only] = wanted;
      if (only && wanted.length === 1) this.#noteShown(only);
    }
    return Math.min(nextDue(this.#workspace, now), this.#told.nextAgain(now), endOfDay(now));
  }

  /** What is due at that time. What was put off is due again however long ago its own time was. */
  #dueBy(now: number): { due: DueThing[]; hasMore: boolean } {
    const found = dueThings(this.#workspace, Math.max(this.#told.since, now - LOOK_BACK_MS), now);
    const due = found.slice(-MOST_DUE);
    const known = new Set(due.map(keyOf));
    const putOff = this.#told.putOffUntil(now).filter((key) => !known.has(key));
    return {
      due: [...due, ...plannedStill(this.#workspace, putOff)],
      hasMore: found.length > MOST_DUE,
    };
  }

  /**
   * Keys of what was told of records that are not here any more: erased, deleted, or not for the user. Each is given once.
   */
  gone(): string[] {
    const { reader } = this.#workspace;
    const gone = [...this.#shown].filter(([, { entity, id }]) => !reader.has(entity, id)).map(([key]) => key);
    for (const key of gone) this.#shown.delete(key);
    return gone;
  }

  #noteShown(thing: DueThing): void {
    this.#shown.set(keyOf(thing), thing);
    const [oldest] = this.#shown.keys();
    if (oldest !== undefined && this.#shown.size > MOST_SHOWN_REMINDERS) this.#shown.delete(oldest);
  }

  /** Done is told no more; else it is told again then, if it is still due. The record stays as it is. */
  act(key: string, action: ReminderAction, now: number): void {
    const again = { done: null, soon: now + SOON_MS, tomorrow: endOfDay(now) + OPENING_MS }[action];
    this.#told.note([{ key }], again);
  }
}

const endOfDay = (now: number): number => Date.parse(indianDayRange(now).to);

/** A payment that is not to be told as one is a call still. */
function asWanted(thing: DueThing, kinds: Readonly<Record<ReminderKind, boolean>>): DueThing[] {
  if (kinds[thing.kind]) return [thing];
  return thing.kind === 'payments' && kinds.calls ? [{ ...thing, kind: 'calls' }] : [];
}

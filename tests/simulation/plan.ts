import { Random } from './random.ts';

/** One thing that happens. What it is in detail, its own chance decides, so that the others stay as they are without it. */
export interface Step {
  /** Its place in the plan of the seed. */
  at: number;
  /** Which desk. */
  who: number;
  what: string;
  chance: number;
  /** Milliseconds that pass after it. */
  pause: number;
}

export interface Plan {
  seed: number;
  desks: number;
  steps: readonly Step[];
}

/** What people do: names as `tests/office/doings.ts` has them. */
const DOINGS: readonly (readonly [string, number])[] = [
  ['addCandidate', 7],
  ['addInquiry', 5],
  ['addContact', 3],
  ['edit', 22],
  ['log', 12],
  ['merge', 8],
  ['handOver', 4],
  ['enrol', 6],
  ['takeOver', 3],
  ['many', 4],
  ['delete', 4],
  ['restore', 4],
  ['undoLast', 7],
  ['undo', 4],
  ['dismiss', 1],
  ['interview', 6],
  ['retry', 2],
  ['tray', 5],
  ['deleteMany', 2],
  ['restoreMany', 2],
  ['saveView', 2],
];

/** What goes wrong, and comes right: names as `faults.ts` has them. */
const FAULTS: readonly (readonly [string, number])[] = [
  ['weather', 8],
  ['cut', 5],
  ['mend', 6],
  ['disturb', 3],
  ['reopen', 2],
  ['crash', 2],
  ['crashAt', 4],
  ['restartServer', 1],
  ['crashServer', 1],
  ['crashServerAt', 2],
];

/** What only some worlds know, each with the steps that it has more of: names of people's steps, of `staff.ts` and of `faults.ts`. */
const THEMES: readonly (readonly (readonly [string, number])[])[] = [
  [],
  [],
  [
    ['backUp', 4],
    ['restoreBackup', 3],
    ['snapshot', 4],
    ['putBack', 3],
  ],
  [
    ['role', 6],
    ['password', 2],
    ['deactivate', 2],
    ['activate', 3],
  ],
  [['erase', 8]],
  [['clock', 8]],
  [
    ['months', 1],
    ['delete', 4],
    ['cut', 3],
    ['crash', 2],
  ],
  [
    ['serverClock', 8],
    ['clock', 3],
    ['restartServer', 1],
  ],
  [
    ['document', 8],
    ['restoreBackup', 1],
    ['backUp', 1],
    ['erase', 1],
  ],
  [
    ['fullDisk', 4],
    ['fullDiskOfServer', 2],
    ['room', 8],
  ],
  [
    ['signOut', 6],
    ['visit', 6],
    ['lock', 4],
    ['cut', 3],
    ['crash', 2],
    ['password', 1],
  ],
  [
    ['importMany', 3],
    ['manyOfAll', 3],
    ['undoLast', 3],
    ['cut', 2],
    ['crashAt', 2],
    ['tray', 1],
  ],
  [
    ['backUp', 2],
    ['restoreBackup', 2],
    ['snapshot', 2],
    ['putBack', 2],
    ['role', 2],
    ['erase', 3],
    ['clock', 2],
    ['document', 2],
    ['importPeople', 1],
    ['fullDisk', 1],
    ['room', 3],
    ['deactivate', 1],
    ['activate', 1],
  ],
];

const MINUTE = 60_000;
/** Mostly people do one thing after the other; now and then they go for lunch, or home. */
const PAUSES: readonly (readonly [number, number])[] = [
  [3, 20],
  [60, 20],
  [1_500, 30],
  [20_000, 16],
  [5 * MINUTE, 8],
  [40 * MINUTE, 3],
  [16 * 60 * MINUTE, 2],
];

/** The same people over weeks: mostly one thing, and the computer sleeps until the next day, or for some hours. */
const PAUSES_OF_WEEKS: readonly (readonly [number, number])[] = [
  [60, 6],
  [1_500, 22],
  [20_000, 16],
  [5 * MINUTE, 4],
  [4 * 60 * MINUTE, 26],
  [30 * 60 * MINUTE, 26],
];

export const DEFAULT_STEPS = 60;

/** What happens in the world of a seed. */
export function planOf(seed: number, desks: number | null, steps = DEFAULT_STEPS): Plan {
  const random = new Random(seed);
  const count = desks ?? 2 + random.below(random.oneIn(5) ? 7 : 3);
  // Some worlds have more to suffer than others, and some nothing at all.
  const trouble = random.of([0, 0.15, 0.25, 0.4]);
  const theme = random.of(THEMES) ?? [];
  const pauses = random.oneIn(3) ? PAUSES_OF_WEEKS : PAUSES;
  const chosen: Step[] = [];
  for (let at = 0; at < steps; at += 1) {
    const isFault = random.next() < trouble;
    const isOfTheme = theme.length > 0 && random.oneIn(8);
    chosen.push({
      at,
      who: random.below(count),
      what: random.weighted(isOfTheme ? theme : isFault ? FAULTS : DOINGS) ?? 'edit',
      chance: random.below(2 ** 31),
      pause: 1 + random.below(random.weighted(pauses) ?? 1_000),
    });
  }
  return { seed, desks: count, steps: chosen };
}

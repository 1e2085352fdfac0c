import type { Database } from '../database/database.ts';
import { addressGroup } from './address-group.ts';
import { DAY_MS } from '#shared/format/time.ts';
import { DoorCounters, QUARTER_MS, type Attempt, type Door, type Limit } from './door-counters.ts';
import type { KnownPlace } from './known-places.ts';
import { otherwise } from './who-helps.ts';

/** What one place or session may get wrong, and all strangers to an account together: 50 of a million codes a day. */
const CODES: readonly Limit[] = [
  { most: 10, withinMs: QUARTER_MS },
  { most: 50, withinMs: DAY_MS },
];
/** All strangers to an account together at its recovery codes: they have 80 bits, so this is to spare the server. */
const STRANGERS_AT_RECOVERY: readonly Limit[] = [
  { most: 100, withinMs: QUARTER_MS },
  { most: 300, withinMs: DAY_MS },
];

/** Whose code is tried: with when the password was set and the second factor was turned on. */
export interface CodeAccount {
  userId: string;
  passwordSetAt: string | null;
  since: string;
}

/** Counts wrong codes of those who gave the right password, by the door they come to (decision 6). */
export class CodeAttempts {
  readonly #counters: DoorCounters;

  constructor(database: Database, now?: () => number) {
    this.#counters = new DoorCounters(database, 'second-factor', now);
  }

  /**
   * Counts a code before it is looked at.
   * @throws PlainError `too-many-requests`, with when to try again.
   */
  signIn(
    account: CodeAccount,
    kind: 'six-digits' | 'recovery',
    address: string,
    known: KnownPlace,
  ): Promise<Attempt> {
    return this.#counters.begin(
      doorsOf(account, kind, address, known),
      'Too many wrong codes.',
      async (reader) => {
        const rest = await otherwise(reader, account.userId, ' for a new password');
        return kind === 'recovery' ? rest : `use a recovery code, ${rest}`;
      },
    );
  }

  /** As `signIn`, for the proof within a session: who knows the password alone does not stop it. */
  proof(sessionId: string): Promise<Attempt> {
    const counter = { key: `proof ${sessionId}`, limits: CODES };
    return this.#counters.begin([{ judging: [counter] }], 'Too many wrong codes or passwords.');
  }
}

/** The counter of the place comes first in each door: a right code empties it, and never the one of all strangers. */
function doorsOf(
  { userId, passwordSetAt, since }: CodeAccount,
  kind: 'six-digits' | 'recovery',
  from: string,
  known: KnownPlace,
): readonly Door[] {
  // With the times in the key a new password, and a second factor set up anew, begin with counters of their own.
  const whose = `${kind} ${userId} ${passwordSetAt ?? ''} ${since}`;
  const pair = { key: `pair ${whose} ${addressGroup(from)}`, limits: CODES };
  const strangers = kind === 'recovery' ? STRANGERS_AT_RECOVERY : CODES;
  return [
    ...(known.desk === null ? [] : [{ judging: [{ key: `desk ${whose} ${known.desk}`, limits: CODES }] }]),
    ...(known.address === null ? [] : [{ judging: [pair] }]),
    { judging: [pair, { key: `account ${whose}`, limits: strangers }] },
  ];
}

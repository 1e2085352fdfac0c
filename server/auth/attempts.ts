import type { Database } from '../database/database.ts';
import { addressGroup } from './address-group.ts';
import { DAY_MS } from '#shared/format/time.ts';
import { DoorCounters, QUARTER_MS, type Attempt, type Door, type Limit } from './door-counters.ts';
import type { KnownPlace } from './known-places.ts';
import { RateLimit, tooManyRequests } from './rate-limit.ts';

/** What one person, or one who knows the place, may get wrong. */
const ONE_PLACE: readonly Limit[] = [
  { most: 10, withinMs: QUARTER_MS },
  { most: 100, withinMs: DAY_MS },
];
/** All strangers to an account together. */
const ONE_ACCOUNT: readonly Limit[] = [
  { most: 100, withinMs: QUARTER_MS },
  { most: 300, withinMs: DAY_MS },
];
/** All strangers at an address together. */
const ONE_ADDRESS: readonly Limit[] = [{ most: 200, withinMs: QUARTER_MS }];

/**
 * Each right proof within a session may set a password or make codes: work for the server, and lines that are kept for a year.
 * Nobody needs as many.
 */
const RIGHT_PROOFS = { most: 60, withinMs: 60 * 60_000 } as const;
/** So many are always left to each session: who has a password and one session keeps its owner from no new one. */
const LEFT_TO_EACH = 3;

/** Whose password is tried: a user with the time at which it was set, or a text that nobody has as email. */
export type Account = { userId: string; passwordSetAt: string | null } | { typed: string };

/** Counts failed attempts at passwords, for all server processes on the database together (decision 6). */
export class SignInAttempts {
  readonly #counters: DoorCounters;
  readonly #rightProofs: RateLimit;
  readonly #ofSession: RateLimit;

  constructor(database: Database, now?: () => number) {
    this.#counters = new DoorCounters(database, 'sign-in', now);
    this.#rightProofs = new RateLimit(database, 'right proof', RIGHT_PROOFS.most, RIGHT_PROOFS.withinMs, now);
    this.#ofSession = new RateLimit(
      database,
      'right proof of session',
      LEFT_TO_EACH,
      RIGHT_PROOFS.withinMs,
      now,
    );
  }

  /**
   * Counts a sign-in before its password is looked at.
   * @throws PlainError `too-many-requests`, with when to try again.
   */
  signIn(account: Account, address: string, known: KnownPlace): Promise<Attempt> {
    return this.#counters.begin(
      doorsOf(account, address, known),
      'Too many failed sign-ins.',
      'or ask an administrator for a new password',
    );
  }

  /** As `signIn`, for the present password within a session: who has stolen one stops no other. */
  presentPassword(sessionId: string): Promise<Attempt> {
    const counter = { key: `present password ${sessionId}`, limits: ONE_PLACE };
    return this.#counters.begin([{ judging: [counter] }], 'The present password was wrong too often.');
  }

  /**
   * Counts a present password, or a code in its place, that was right: in all sessions of the user together.
   * @throws PlainError `too-many-requests`, with when to try again.
   */
  async rightProof({ id, user }: { id: string; user: { _id: string } }): Promise<void> {
    if ((await this.#ofSession.count(id)).outcome === 'allowed') return;
    const { outcome, retryAfterSeconds } = await this.#rightProofs.count(user._id);
    if (outcome !== 'allowed')
      throw tooManyRequests('Your password was given again and again.', retryAfterSeconds);
  }
}

/** The counter of the place comes first in each door. */
function doorsOf(account: Account, from: string, known: KnownPlace): readonly Door[] {
  // With the time in the key a new password begins with counters of its own.
  const whose = 'typed' in account ? account.typed : `${account.userId} ${account.passwordSetAt ?? ''}`;
  const group = addressGroup(from);
  const pair = { key: `pair ${whose} ${group}`, limits: ONE_PLACE };
  const everywhere = { key: `account ${whose}`, limits: ONE_ACCOUNT };
  const address = { key: `address ${group}`, limits: ONE_ADDRESS };
  return [
    ...(known.desk === null
      ? []
      : [{ judging: [{ key: `desk ${whose} ${known.desk}`, limits: ONE_PLACE }] }]),
    ...(known.address === null ? [] : [{ judging: [pair], alsoCounted: [address] }]),
    { judging: [pair, everywhere, address] },
  ];
}

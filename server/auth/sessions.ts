import { createHash, randomUUID } from 'node:crypto';
import { toRole, type Role } from '#shared/access/roles.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import type { Database, LogWriter, Transaction } from '../database/database.ts';
import { gathered } from '../database/gathered.ts';
import { audit } from '../audit/record.ts';
import { dataKeyOf } from './data-key.ts';
import { endedBy, isMild, MILD_REASONS, type EndReason } from './end-reasons.ts';
import { newRefreshToken, readRefreshToken, stateOfToken } from './refresh-token.ts';
import { isRequiredOf } from './second-factor.ts';
import {
  assertStands,
  sessionsNow,
  standing,
  stands,
  type SessionRow,
  type UserRow,
} from './session-standing.ts';
import { readToken, signToken } from './tokens.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** Who makes a call, looked up anew for each one. */
export interface Session {
  id: string;
  user: SignedInUser;
  /** The rights that the user's role name gives. */
  role: Role;
  /** null for a REST client. */
  deskId: string | null;
  /** The role needs two-step sign-in and the user has none: the session is good for setting it up, and nothing else. */
  setUpOnly: boolean;
  /** Where the call came from. */
  address: string;
  /** Milliseconds since 1970. */
  tokenExpiresAt: number;
}

export interface SessionSettings {
  secret: string;
  /** What users' keys for their desks follow from (`data-key.ts`). */
  dataSecret: string;
  /** Which trial of a backup the data is; null where it is none. */
  trial: string | null;
  restTokenSeconds: number;
  deskTokenSeconds: number;
  /** Days without a renewal after which a desk's session is over, and days after its sign-in. */
  deskSessionDays: number;
  deskSignInDays: number;
  /** Roles that must use two-step sign-in. */
  secondFactorRoles: readonly string[];
}

export interface Tokens {
  token: string;
  refreshToken?: string;
  /** Of a desk alone (`data-key.ts`). */
  dataKey?: string;
  trial?: string;
  expiresIn: number;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Sessions that have ended: one, or all of a user, but for one perhaps. */
export interface EndedSessions {
  sessionId?: string;
  userId: string;
  except?: string;
}

/** Whether a session is among those that have ended. */
export const isConcerned = (
  { id, user }: Pick<Session, 'id' | 'user'>,
  { sessionId, userId, except }: EndedSessions,
): boolean => (sessionId === undefined ? user._id === userId && id !== except : id === sessionId);

/** Marks sessions as ended within a writing transaction; open live channels close when it has committed. */
export type EndSessions = (
  trx: Transaction,
  log: LogWriter,
  userId: string,
  reason: EndReason,
  except?: string,
) => Promise<void>;

/**
 * Sessions of desks and REST clients. A desk's refresh token is exchanged for a new one each time and kept as a
 * hash; the one before it is good only while its successor was never used, which is how a lost answer looks. Any
 * other reuse ends the session.
 */
export class Sessions {
  readonly #database: Database;
  readonly #settings: SessionSettings;
  /** With each the sessions that it holds something open for. */
  readonly #listeners = new Map<(ended: EndedSessions) => void, () => Iterable<Session>>();
  /** The session as it stands now, for each call anew; calls that come in together are looked up together. */
  readonly #lookUp = gathered((ids: readonly string[]) => sessionsNow(this.#database, ids));

  constructor(database: Database, settings: SessionSettings) {
    this.#database = database;
    this.#settings = settings;
    database.onAnnounced((announcement) => {
      if (announcement.kind !== 'sessions-ended') return;
      this.#tellHere(announcement);
    });
  }

  /** Opens a session for a user whose password was right; `alongside` writes in the same transaction. */
  async open(
    userId: string,
    desk: { id: string; name: string } | null,
    alongside: (trx: Transaction) => Promise<void>,
  ): Promise<Tokens> {
    const id = randomUUID();
    const refreshToken = desk ? newRefreshToken(this.#settings.secret, id, 0) : undefined;
    const seconds = desk ? this.#settings.deskSessionDays * 86_400 : this.#settings.restTokenSeconds;
    const now = Date.now();
    await this.#database.write(async (trx) => {
      await trx.all(
        `INSERT INTO "sessions" ("id", "userId", "deskId", "deskName", "createdAt", "expiresAt", "refreshHash", "generation", "seenGeneration")
         VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)`,
        [
          id,
          userId,
          desk?.id ?? null,
          desk?.name ?? null,
          new Date(now).toISOString(),
          new Date(now + seconds * 1000).toISOString(),
          refreshToken ? hashOf(refreshToken) : null,
        ],
      );
      await alongside(trx);
    });
    return this.#tokens(id, userId, 0, refreshToken);
  }

  /**
   * The session of an access token, for a call from the address.
   * @throws PlainError `unauthenticated`, `session-ended` or `account-closed`.
   */
  async authenticate(token: string | undefined, address: string): Promise<Session> {
    const content = token === undefined ? null : readToken(this.#settings.secret, token);
    if (!content) throw new PlainError('unauthenticated', 'Sign in to go on.');
    const row = await this.#lookUp(content.sessionId);
    if (!row || row.userId !== content.userId) throw new PlainError('unauthenticated', 'Sign in to go on.');
    assertStands(row, row);
    if (content.generation > Number(row.seenGeneration)) await this.#markSeen(row.id, content.generation);
    return {
      id: row.id,
      user: { _id: row.userId, name: row.name, email: row.email, role: row.roleName ?? '' },
      role: toRole(row.roleName),
      deskId: row.deskId,
      setUpOnly:
        row.secondFactorSince === null && isRequiredOf(this.#settings.secondFactorRoles, row.roleName),
      address,
      tokenExpiresAt: content.expiresAt * 1000,
    };
  }

  /**
   * Exchanges a refresh token, for a call from the address.
   * @throws PlainError `unauthenticated`, `session-ended` or `account-closed`.
   */
  async refresh(refreshToken: string, address: string): Promise<Tokens & { userId: string }> {
    const { secret, deskSessionDays } = this.#settings;
    const { sessionId: id, generation: made } = readRefreshToken(secret, refreshToken);
    if (id === null) throw new PlainError('unauthenticated', 'Sign in to go on.');
    const given = hashOf(refreshToken);
    // Looked at before the writer is taken, which others wait for: strangers can send any text.
    standing(await this.#lookUp(id), given, made);
    const outcome = await this.#database.write(async (trx, log) => {
      const row = standing((await sessionsNow(trx, [id])).get(id), given, made);
      if (stateOfToken(row, given, made) === 'reused') {
        await this.#endReused(trx, log, row, address);
        return { ended: 'token-reused' } as const;
      }
      if (this.#isTooOld(row)) {
        await this.endOne(trx, log, row, 'too-old');
        return { ended: 'too-old' } as const;
      }
      const generation = Number(row.generation) + 1;
      const next = newRefreshToken(secret, id, generation);
      await trx.all(
        `UPDATE "sessions" SET "refreshHash" = ?, "previousHash" = ?, "generation" = ?, "seenGeneration" = ?, "expiresAt" = ? WHERE "id" = ?`,
        [
          hashOf(next),
          given,
          generation,
          // Nobody has used the new token yet, whatever was used before it.
          Math.min(Number(row.seenGeneration), generation - 1),
          new Date(Date.now() + deskSessionDays * DAY_MS).toISOString(),
          id,
        ],
      );
      return { ended: null, userId: row.userId, generation, next };
    });
    if (outcome.ended) throw endedBy(outcome.ended);
    return { ...this.#tokens(id, outcome.userId, outcome.generation, outcome.next), userId: outcome.userId };
  }

  #isTooOld({ createdAt }: SessionRow): boolean {
    // One of a time to come was made while the clock was ahead.
    return Math.abs(Date.now() - Date.parse(createdAt)) >= this.#settings.deskSignInDays * DAY_MS;
  }

  async #endReused(
    trx: Transaction,
    log: LogWriter,
    row: SessionRow & UserRow,
    address: string,
  ): Promise<void> {
    await this.endOne(trx, log, row, 'token-reused');
    await audit(trx, {
      action: 'token-reused',
      outcome: 'refused',
      userId: null,
      subjectId: row.userId,
      account: row.email,
      address,
      detail: { device: row.deskName },
    });
  }

  /** Ends one session at its user's wish. */
  async signOut(session: Session): Promise<void> {
    await this.#database.write((trx, log) =>
      this.endOne(trx, log, { id: session.id, userId: session.user._id }, 'signed-out'),
    );
  }

  /** Ends all sessions of a user, within the transaction that gave the reason. */
  endAll: EndSessions = async (trx, log, userId, reason, except) => {
    await trx.all(
      `UPDATE "sessions" SET "endedAt" = ?, "endReason" = ? WHERE "userId" = ? AND ${endsBy(reason)} AND "id" <> ?`,
      [log.at, reason, userId, except ?? ''],
    );
    log.afterCommit(() => this.#tell({ userId, ...(except === undefined ? {} : { except }) }));
  };

  /**
   * Hears of sessions that ended: one of them, or all of a user's but one. Returns the way to stop.
   * @param held the sessions that the listener holds something open for
   */
  onEnded(listener: (ended: EndedSessions) => void, held: () => Iterable<Session>): () => void {
    this.#listeners.set(listener, held);
    return () => this.#listeners.delete(listener);
  }

  /** Tells of those of the held sessions that do not stand any more: nobody may have told this process. */
  async tellUnheard(): Promise<void> {
    const held = new Map<string, Session>();
    for (const holds of this.#listeners.values())
      for (const session of holds()) held.set(session.id, session);
    if (held.size === 0) return;
    const now = await sessionsNow(this.#database, [...held.keys()]);
    for (const [id, { user }] of held) {
      const row = now.get(id);
      if (!row || !stands(row)) this.#tellHere({ sessionId: id, userId: user._id });
    }
  }

  /** Ends one session, within the transaction that gave the reason. */
  async endOne(
    trx: Transaction,
    log: LogWriter,
    session: { id: string; userId: string },
    reason: EndReason,
  ): Promise<void> {
    await trx.all(
      `UPDATE "sessions" SET "endedAt" = ?, "endReason" = ? WHERE "id" = ? AND ${endsBy(reason)}`,
      [log.at, reason, session.id],
    );
    log.afterCommit(() => this.#tell({ sessionId: session.id, userId: session.userId }));
  }

  #tell(ended: EndedSessions): void {
    this.#tellHere(ended);
    this.#database.announce({ kind: 'sessions-ended', ...ended });
  }

  #tellHere(ended: EndedSessions): void {
    for (const listener of this.#listeners.keys()) listener(ended);
  }

  async #markSeen(id: string, generation: number): Promise<void> {
    await this.#database.write((trx) =>
      trx.all(`UPDATE "sessions" SET "seenGeneration" = ? WHERE "id" = ? AND "seenGeneration" < ?`, [
        generation,
        id,
        generation,
      ]),
    );
  }

  #tokens(sessionId: string, userId: string, generation: number, refreshToken: string | undefined): Tokens {
    const expiresIn = refreshToken ? this.#settings.deskTokenSeconds : this.#settings.restTokenSeconds;
    const { secret, dataSecret, trial } = this.#settings;
    const token = signToken(secret, { sessionId, userId, generation }, expiresIn);
    if (!refreshToken) return { token, expiresIn };
    const dataKey = dataKeyOf(dataSecret, userId);
    return { token, expiresIn, refreshToken, dataKey, ...(trial === null ? {} : { trial }) };
  }
}

/** Which sessions a reason ends: also those that wait for their user still, where it is a stronger one. */
const endsBy = (reason: EndReason): string =>
  isMild(reason)
    ? '"endedAt" IS NULL'
    : `("endedAt" IS NULL OR "endReason" IN (${MILD_REASONS.map((each) => `'${each}'`).join(', ')}))`;

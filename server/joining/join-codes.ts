import { createHash, randomBytes } from 'node:crypto';
import { mayMakeJoinCodes } from '#shared/access/joining.ts';
import { ROLES } from '#shared/access/roles.ts';
import { newId } from '#shared/model/new-id.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  writeJoinCode,
  type JoinCode,
  type JoinCodeInfo,
  type NewJoinCode,
} from '#shared/protocol/joining.ts';
import { audit } from '../audit/record.ts';
import type { Session } from '../auth/sessions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { insertRows } from '../database/statements.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import { authorOf } from '../records/author.ts';

const HOUR_MS = 60 * 60_000;
/** So far the clocks of several servers, and one that is put right, may be apart. */
const CLOCK_LEEWAY_MS = 5 * 60_000;
/** 128 bits: nobody guesses one, however often they may try. */
const TOKEN_BYTES = 16;
/** So many are good at once: more are a mistake, or a program of somebody's. */
const MOST_CODES = 100;
const COLUMNS = ['id', 'tokenHash', 'madeAt', 'madeBy', 'endsAt', 'uses', 'used'] as const;

/** Who makes or ends a code; null at the server itself. */
export type Maker = Session | null;

/** What a code is to say, and for how long and how many PCs it is good. */
export interface JoinCodeWish extends Pick<JoinCode, 'addresses' | 'key'> {
  hours: number;
  uses: number;
}

const makers = ROLES.filter(mayMakeJoinCodes);
/** Made at the server itself, or by somebody who may make one to this day. */
const BY_WHO_MAY = `("madeBy" IS NULL OR "madeBy" IN (SELECT "_id" FROM "user" WHERE "deletedAt" IS NULL
  AND COALESCE("isActive", 1) <> 0 AND "roleName" IN (${makers.map(() => '?').join(', ')})))`;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Makes a code. Only its hash is kept: its text is in the answer and nowhere else.
 * @throws PlainError `conflict` where too many are good
 */
export async function makeJoinCode(
  database: Database,
  maker: Maker,
  { addresses, key, hours, uses }: JoinCodeWish,
): Promise<NewJoinCode> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = Date.now();
  const id = newId();
  const madeAt = new Date(now).toISOString();
  const endsAt = new Date(now + hours * HOUR_MS).toISOString();
  await database.write(async (trx) => {
    if (maker) await assertStillAllowed(trx, authorOf(maker));
    const [good] = await trx.all<{ count: number }>(
      `SELECT COUNT(*) AS "count" FROM "join_codes" WHERE "endsAt" > ? AND "used" < "uses" AND ${BY_WHO_MAY}`,
      [madeAt, ...makers],
    );
    if (Number(good?.count ?? 0) >= MOST_CODES) {
      throw new PlainError('conflict', `There are ${MOST_CODES} join codes already. End some of them first.`);
    }
    const madeBy = maker?.user._id ?? null;
    await insertRows(trx, 'join_codes', COLUMNS, [[id, hashOf(token), madeAt, madeBy, endsAt, uses, 0]]);
    await audit(trx, {
      action: 'join-code-made',
      outcome: 'done',
      userId: madeBy,
      address: maker?.address ?? null,
      detail: { code: id, uses, endsAt },
    });
  });
  return {
    id,
    madeAt,
    madeBy: maker?.user.name ?? null,
    endsAt,
    uses,
    used: 0,
    code: writeJoinCode({ addresses: [...addresses], key, token }),
    addresses: [...addresses],
  };
}

/** The codes that are good yet, the newest first. */
export async function goodJoinCodes(database: Database, now = Date.now()): Promise<JoinCodeInfo[]> {
  const rows = await database.all<JoinCodeInfo>(
    `SELECT c."id", c."madeAt", u."name" AS "madeBy", c."endsAt", c."uses", c."used"
     FROM "join_codes" c LEFT JOIN "user" u ON u."_id" = c."madeBy"
     WHERE c."endsAt" > ? AND c."madeAt" < ? AND c."used" < c."uses" AND ${BY_WHO_MAY}
     ORDER BY c."madeAt" DESC, c."id"`,
    [...goodAt(now), ...makers],
  );
  return rows.map((row) => ({ ...row, uses: Number(row.uses), used: Number(row.used) }));
}

/** Ends a code at once. @throws PlainError `not-found` where there is none such */
export async function endJoinCode(database: Database, session: Session, id: string): Promise<void> {
  await database.write(async (trx) => {
    await assertStillAllowed(trx, authorOf(session));
    const ended = await trx.all('DELETE FROM "join_codes" WHERE "id" = ? RETURNING "id"', [id]);
    if (ended.length === 0) throw new PlainError('not-found', 'This join code is over already.');
    const { user, address } = session;
    await audit(trx, {
      action: 'join-code-ended',
      outcome: 'done',
      userId: user._id,
      address,
      detail: { code: id },
    });
  });
}

/** What a PC hears whose code is unknown, over or used up: which of them it is, it is not told. */
const notGood = (): PlainError =>
  new PlainError('not-found', 'This join code is not good any more. Ask an administrator for a new one.');

const GOOD = `"tokenHash" = ? AND "endsAt" > ? AND "madeAt" < ? AND "used" < "uses" AND ${BY_WHO_MAY}`;

/** After which a code must end, and before which it must have been made: one of a clock that was ahead would be good for as long. */
const goodAt = (now: number): [string, string] =>
  [now, now + CLOCK_LEEWAY_MS].map((time) => new Date(time).toISOString()) as [string, string];

/**
 * Counts a PC that joins. Of two that come with the last use, one gets in.
 * @throws PlainError `not-found`
 */
export async function useJoinCode(
  database: Database,
  { token, computer, address }: { token: string; computer: string; address: string },
): Promise<void> {
  const params = [hashOf(token), ...goodAt(Date.now()), ...makers];
  // What is refused does not wait for the writer, and nobody waits for it.
  const known = await database.all(`SELECT "id" FROM "join_codes" WHERE ${GOOD}`, params);
  if (known.length === 0) throw notGood();
  await database.write(async (trx) => {
    const [used] = await trx.all<{ id: string }>(
      `UPDATE "join_codes" SET "used" = "used" + 1 WHERE ${GOOD} RETURNING "id"`,
      params,
    );
    if (!used) throw notGood();
    await audit(trx, {
      action: 'pc-joined',
      outcome: 'done',
      userId: null,
      address,
      detail: { code: used.id, device: plainName(computer) },
    });
  });
}

/** Without what is not seen: a PC calls itself what it likes. */
function plainName(computer: string): string | null {
  const name = computer.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' ? null : name;
}

/** Deletes the codes that are over. */
export async function pruneJoinCodes(database: Database, now = Date.now()): Promise<void> {
  const at = new Date(now).toISOString();
  const over = '"endsAt" <= ? OR "used" >= "uses"';
  const [one] = await database.all(`SELECT "id" FROM "join_codes" WHERE ${over} LIMIT 1`, [at]);
  if (!one) return;
  await database.write((trx: Transaction) => trx.all(`DELETE FROM "join_codes" WHERE ${over}`, [at]));
}

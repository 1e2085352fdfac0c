import { verify } from '@node-rs/argon2';
import type { Database } from '../database/database.ts';
import type { PasswordCost } from './password-cost.ts';

/** The part of a hash that says what comparing with it costs, such as `$2b$10$` or `$argon2id$v=19$m=19456,t=2,p=1$`. */
export type Work = string;

const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^(\$argon2(?:id|i|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$)[A-Za-z0-9+/]{11,88}\$[A-Za-z0-9+/]{16,88}$/;

/** What is computed at most, of a second or two: a costlier hash would keep everybody else from signing in. */
const BCRYPT_COST = { least: 4, most: 14 };
/** Memory in KiB. */
const ARGON2_MOST = { memory: 256 * 1024, times: 10, lanes: 16 };

/** The work of a hash; null for a text that is none, and for a hash that is never computed. */
export function workOf(text: string): Work | null {
  const cost = Number(BCRYPT.exec(text)?.[1] ?? Number.NaN);
  if (cost >= BCRYPT_COST.least && cost <= BCRYPT_COST.most) return `$2b$${String(cost).padStart(2, '0')}$`;
  const [, work, memory, times, lanes] = ARGON2.exec(text) ?? [];
  return work !== undefined && isComputable(Number(memory), Number(times), Number(lanes)) ? work : null;
}

const isComputable = (memory: number, times: number, lanes: number): boolean =>
  lanes >= 1 &&
  lanes <= ARGON2_MOST.lanes &&
  times >= 1 &&
  times <= ARGON2_MOST.times &&
  memory >= 8 * lanes &&
  memory <= ARGON2_MOST.memory;

/** Whether it is a hash of a cost that is never computed: it lets nobody in, and is no password either. */
export const isHashOutOfBounds = (text: string): boolean =>
  (BCRYPT.test(text) || ARGON2.test(text)) && workOf(text) === null;

/** The work of the hashes that are made now. */
export const workNow = ({ memoryCost, timeCost }: PasswordCost): Work =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`;

/**
 * Whether the password is the one that was hashed; never, where there is no hash. A wrong one is answered after the
 * same work whoever's it is: as long as hashes of an older system are left, which take longer, each kind of them is
 * computed once. So the time tells neither whether there is an account nor how old its password is, on a busy server
 * either, and right ones do not wait.
 */
export async function isPassword(
  database: Database,
  passwordHash: string | undefined,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  const [first, ...others] = await worksOfRefusal(database, passwordHash, cost);
  // A hash that is never computed is as good as none.
  const usable = passwordHash !== undefined && workOf(passwordHash) !== null;
  const matches = await compare(usable ? passwordHash : nothingLike(first), password);
  if (matches && usable) return true;
  for (const work of others) await compare(nothingLike(work), password);
  return false;
}

/** All the work after which a wrong password is refused, that of the account's own hash first. */
export async function worksOfRefusal(
  database: Database,
  passwordHash: string | undefined,
  cost: PasswordCost,
): Promise<[Work, ...Work[]]> {
  const now = workNow(cost);
  const own = passwordHash === undefined ? now : (workOf(passwordHash) ?? now);
  const older = await database.all<{ hash: string }>(
    `SELECT "hash" FROM "credentials" WHERE "hash" NOT LIKE ?`,
    [`${now}%`],
  );
  const works = new Set([now, ...older.flatMap(({ hash }) => workOf(hash) ?? [])]);
  works.delete(own);
  return [own, ...[...works].sort()];
}

/** A hash of that work which no password has. */
const nothingLike = (work: Work): string =>
  work.startsWith('$2') ? work + '.'.repeat(53) : `${work}${'A'.repeat(22)}$${'A'.repeat(43)}`;

async function compare(passwordHash: string, password: string): Promise<boolean> {
  if (!passwordHash.startsWith('$2')) return verify(passwordHash, password);
  // Needed only until the users of an older system have signed in once.
  const bcrypt = await import('@node-rs/bcrypt');
  return bcrypt.verify(password, passwordHash);
}

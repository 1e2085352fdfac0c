import { PlainError } from '#shared/protocol/errors.ts';
import {
  compareVersions,
  fileFor,
  mayFollow,
  type Offer,
  type ReleaseStage,
  type UpdatesState,
} from '#shared/protocol/updates.ts';
import { audit } from '../audit/record.ts';
import type { Session } from '../auth/sessions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { insertRows } from '../database/statements.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import { authorOf } from '../records/author.ts';
import type { ReleaseFolders } from './release-folders.ts';

/** So many pilots that fail to start halt a release; one, where it was published to a single one. */
const MOST_FAILURES = 2;
/** A desk's line is written again when it says something new, or after this. */
const NOTE_AGAIN_MS = 24 * 60 * 60_000;
const FORGET_MS = 90 * 24 * 60 * 60_000;

interface ReleaseRow {
  version: string;
  publishedAt: string;
  stage: ReleaseStage;
  pilots: number;
  pilotNames: readonly string[];
  byItself: boolean;
}

/** The desk that asks. */
export interface AskingDesk {
  id: string;
  name: string | null;
  userId: string;
  address: string;
}

/** Every release that was published, the newest version first. */
export async function publishedReleases({ all }: Pick<Transaction, 'all'>): Promise<ReleaseRow[]> {
  const rows = await all<Omit<ReleaseRow, 'pilotNames'> & { pilotNames: string }>('SELECT * FROM "releases"');
  return rows
    .map((row) => ({
      ...row,
      pilots: Number(row.pilots),
      byItself: Number(row.byItself) === 1,
      pilotNames: JSON.parse(row.pilotNames) as string[],
    }))
    .sort((one, other) => compareVersions(other.version, one.version));
}

/**
 * Writes down that a release was published: to its pilots, or to all where it has none.
 * @throws PlainError `conflict` where it was published before, or a newer one was and `allowOlder` is not set
 */
export async function addRelease(
  database: Database,
  {
    version,
    pilots,
    pilotNames,
    allowOlder,
  }: Pick<ReleaseRow, 'version' | 'pilots' | 'pilotNames'> & { allowOlder: boolean },
): Promise<ReleaseStage> {
  const stage = pilots > 0 || pilotNames.length > 0 ? 'pilots' : 'all';
  await database.write(async (trx) => {
    assertNewest(await publishedReleases(trx), version, allowOlder);
    const columns = ['version', 'publishedAt', 'stage', 'pilots', 'pilotNames', 'byItself'];
    const at = new Date().toISOString();
    await insertRows(trx, 'releases', columns, [[version, at, stage, pilots, JSON.stringify(pilotNames), 0]]);
    const forgotten = new Date(Date.now() - FORGET_MS).toISOString();
    await trx.all('DELETE FROM "update_desks" WHERE "at" < ?', [forgotten]);
    await audit(trx, { action: 'update-published', outcome: 'done', userId: null, detail: { to: version } });
  });
  return stage;
}

/** @throws PlainError `conflict` */
export function assertNewest(published: readonly ReleaseRow[], version: string, allowOlder: boolean): void {
  if (published.some((each) => each.version === version))
    throw new PlainError(
      'conflict',
      `Version ${version} is published already. Give a changed one a new number.`,
    );
  const newest = published[0]?.version;
  if (newest !== undefined && compareVersions(version, newest) < 0 && !allowOlder)
    throw new PlainError(
      'conflict',
      `Version ${newest} is published already, which is newer. --allow-older publishes ${version} all the same; no PC goes back to it.`,
    );
}

/**
 * Gives a release to all, or halts it.
 * @param by who does it; null at the server itself
 * @throws PlainError `not-found` where it was not published
 */
export async function setStage(
  database: Database,
  by: Session | null,
  { version, stage }: { version: string; stage: 'all' | 'halted' },
): Promise<void> {
  await database.write(async (trx) => {
    if (by) await assertStillAllowed(trx, authorOf(by));
    const release = (await publishedReleases(trx)).find((each) => each.version === version);
    if (!release) throw new PlainError('not-found', `Version ${version} is not published.`);
    if (release.stage === stage) return;
    await writeStage(trx, version, stage, false);
    await audit(trx, {
      action: stage === 'all' ? 'update-released' : 'update-halted',
      outcome: 'done',
      userId: by?.user._id ?? null,
      address: by?.address ?? null,
      detail: { to: version },
    });
  });
}

const writeStage = (
  trx: Transaction,
  version: string,
  stage: ReleaseStage,
  byItself: boolean,
): Promise<unknown> =>
  trx.all('UPDATE "releases" SET "stage" = ?, "byItself" = ? WHERE "version" = ?', [
    stage,
    byItself ? 1 : 0,
    version,
  ]);

interface DeskRow {
  name: string | null;
  version: string;
  at: string;
  pilotOf: string | null;
}

const deskRow = async ({ all }: Pick<Transaction, 'all'>, id: string): Promise<DeskRow | undefined> =>
  (
    await all<DeskRow>('SELECT "name", "version", "at", "pilotOf" FROM "update_desks" WHERE "deskId" = ?', [
      id,
    ])
  )[0];

/** What a desk is to update to, and it is written down what it has. */
export async function offerFor(
  database: Database,
  folders: ReleaseFolders,
  desk: AskingDesk,
  installed: { version: string; platform: string; arch: string },
): Promise<Offer> {
  await note(database, desk, installed.version);
  for (const row of await publishedReleases(database)) {
    if (row.stage === 'halted') continue;
    const release = folders.read(row.version);
    if (!release || !mayFollow(release.manifest, installed.version)) continue;
    if (!fileFor(release.manifest, installed)) continue;
    if (row.stage === 'pilots' && !(await isPilot(database, row, desk))) continue;
    return { offer: release.offer };
  }
  return { offer: null };
}

async function note(database: Database, { id, name }: AskingDesk, version: string): Promise<void> {
  const known = await deskRow(database, id);
  const now = Date.now();
  if (known?.version === version && known.name === name && now - Date.parse(known.at) < NOTE_AGAIN_MS) return;
  const at = new Date(now).toISOString();
  await database.write((trx) =>
    trx.all(
      `INSERT INTO "update_desks" ("deskId", "name", "version", "at") VALUES (?, ?, ?, ?)
       ON CONFLICT ("deskId") DO UPDATE
       SET "name" = excluded."name", "version" = excluded."version", "at" = excluded."at"`,
      [id, name, version, at],
    ),
  );
}

const sameName = (one: string, other: string | null): boolean =>
  other !== null && one.toLowerCase() === other.toLowerCase();

/**
 * Whether the desk is a pilot of the release; while places are free, whoever asks first is one from now on. A desk says itself
 * who it is: nobody takes several places, to say of them all that they fail.
 */
async function isPilot(database: Database, release: ReleaseRow, desk: AskingDesk): Promise<boolean> {
  const { version, pilots, pilotNames } = release;
  const known = await deskRow(database, desk.id);
  if (known?.pilotOf === version) return true;
  const named = pilotNames.some((name) => sameName(name, desk.name));
  if (!named && pilots === 0) return false;
  return database.write(async (trx) => {
    const [taken] = await trx.all<{ count: number }>(
      'SELECT COUNT(*) AS "count" FROM "update_desks" WHERE "pilotOf" = ?',
      [version],
    );
    if (!named && (Number(taken?.count ?? 0) >= pilots || (await hasPlace(trx, version, desk.userId))))
      return false;
    await trx.all('UPDATE "update_desks" SET "pilotOf" = ? WHERE "deskId" = ?', [version, desk.id]);
    return true;
  });
}

/** Whether the user has been at a pilot of that version. */
async function hasPlace(
  { all }: Pick<Transaction, 'all'>,
  version: string,
  userId: string,
): Promise<boolean> {
  const [found] = await all(
    `SELECT 1 AS "found" FROM "update_desks" JOIN "sessions" ON "sessions"."deskId" = "update_desks"."deskId"
     WHERE "pilotOf" = ? AND "userId" = ? LIMIT 1`,
    [version, userId],
  );
  return found !== undefined;
}

/** Whether the desk may fetch the files of that version: what it was offered. */
export async function mayFetch(database: Database, version: string, deskId: string): Promise<boolean> {
  const release = (await publishedReleases(database)).find((each) => each.version === version);
  if (!release || release.stage === 'halted') return false;
  return release.stage === 'all' || (await deskRow(database, deskId))?.pilotOf === version;
}

/**
 * A desk tells how its first start with a version went. Pilots that fail halt the release while it is with pilots: what others
 * say of it is kept and counted for nobody, and what a Super Admin has given to all no desk takes back. A desk says itself what
 * it is called, and the first that asks may be in a hurry: the word of one user is that of one pilot, however few have asked yet.
 */
export async function noteStarted(
  database: Database,
  desk: AskingDesk,
  { version, ok }: { version: string; ok: boolean },
): Promise<void> {
  await database.write(async (trx) => {
    const [told] = await trx.all<{ pilotOf: string | null }>(
      `UPDATE "update_desks" SET ${ok ? '"startedWith" = ?, "failedWith" = NULL' : '"failedWith" = ?'}
       WHERE "deskId" = ? RETURNING "pilotOf"`,
      [version, desk.id],
    );
    if (ok || told?.pilotOf !== version) return;
    const release = (await publishedReleases(trx)).find((each) => each.version === version);
    if (release?.stage !== 'pilots') return;
    const places = release.pilots + release.pilotNames.length;
    if (1 + (await failedForOthers(trx, version, desk)) < Math.min(MOST_FAILURES, places)) return;
    await writeStage(trx, version, 'halted', true);
    await audit(trx, {
      action: 'update-halted',
      outcome: 'done',
      userId: desk.userId,
      address: desk.address,
      detail: { to: version, reason: 'pilots-failed', device: desk.name },
    });
  });
}

/** How many other pilots have failed, where the user of this one has never been. */
async function failedForOthers(
  { all }: Pick<Transaction, 'all'>,
  version: string,
  { id, userId }: AskingDesk,
): Promise<number> {
  const [row] = await all<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM "update_desks"
     WHERE "pilotOf" = ? AND "failedWith" = ? AND "deskId" <> ? AND NOT EXISTS (
       SELECT 1 FROM "sessions" WHERE "sessions"."deskId" = "update_desks"."deskId" AND "userId" = ?)`,
    [version, version, id, userId],
  );
  return Number(row?.count ?? 0);
}

async function pilotCounts(
  { all }: Pick<Transaction, 'all'>,
  version: string,
): Promise<{ pilots: number; started: number; failed: number }> {
  const [row] = await all<{ pilots: number; started: number | null; failed: number | null }>(
    `SELECT COUNT(*) AS "pilots",
       SUM(CASE WHEN "startedWith" = ? THEN 1 ELSE 0 END) AS "started",
       SUM(CASE WHEN "failedWith" = ? THEN 1 ELSE 0 END) AS "failed"
     FROM "update_desks" WHERE "pilotOf" = ?`,
    [version, version, version],
  );
  return {
    pilots: Number(row?.pilots ?? 0),
    started: Number(row?.started ?? 0),
    failed: Number(row?.failed ?? 0),
  };
}

/** How updates stand, for a Super Admin. */
export async function updatesState(database: Database, server: string): Promise<UpdatesState> {
  const [newest] = await publishedReleases(database);
  const since = new Date(Date.now() - FORGET_MS).toISOString();
  const rows = await database.all<{ version: string; pcs: number }>(
    'SELECT "version", COUNT(*) AS "pcs" FROM "update_desks" WHERE "at" > ? GROUP BY "version"',
    [since],
  );
  const release = newest && {
    version: newest.version,
    publishedAt: newest.publishedAt,
    stage: newest.stage,
    byItself: newest.byItself,
    ...(await pilotCounts(database, newest.version)),
  };
  return {
    server,
    release: release ?? null,
    versions: rows
      .map(({ version, pcs }) => ({ version, pcs: Number(pcs) }))
      .sort((one, other) => compareVersions(other.version, one.version)),
  };
}

import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { isEntityName, model } from '#shared/model/entities.ts';
import { cacheSql, indexSql, tableOf } from '#shared/node/cache/cache-schema.ts';
import { CacheRows, RowCursor } from '#shared/node/cache/cache-rows.ts';
import { countIndexes } from '#shared/node/cache/index-figures.ts';
import { indexRows } from '#shared/node/cache/index-rows.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { PAGES_OF_A_PIECE, SNAPSHOT_PAGE_BYTES, type SnapshotPiece } from '#shared/protocol/snapshot.ts';
import type { PullResponse } from '#shared/protocol/sync.ts';
import type { FromWriter, ToWriter, WriterSettings } from './writer-messages.ts';

/**
 * The worker that makes a snapshot of the pages that it is given: a desk's copy with everything that follows from the rows, as
 * sort keys, indexes and the search index, so that no desk has to work them out.
 */

type Page = Pick<Extract<PullResponse, { status: 'page' }>, 'rows' | 'gone'>;

const INDEXED_AT_ONCE = 500;

const { database: path, pieces, former } = workerData as WriterSettings;
if (former !== null) copyFileSync(former, path);
const nativeBinding = sqliteBinding();
const db = new Database(path, nativeBinding === undefined ? {} : { nativeBinding });
// Nobody else has the file, and one that is not finished is thrown away.
db.unsafeMode();
db.pragma('locking_mode = EXCLUSIVE');
db.pragma(`page_size = ${SNAPSHOT_PAGE_BYTES}`);
db.pragma('journal_mode = OFF');
db.pragma('synchronous = OFF');
db.pragma('temp_store = MEMORY');
db.pragma('cache_size = -64000');
// Of what has gone since the former one nothing is to travel.
db.pragma('secure_delete = ON');
if (former === null) db.transaction(() => cacheSql().forEach((sql) => db.exec(sql)))();

const statements = new Map<string, Database.Statement>();
const kept = {
  prepare: (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  },
};
const tables = new Map(model.map((entity) => [entity.name, new CacheRows(db, entity, kept)]));

function take({ rows, gone }: Page): void {
  for (const { entity, columns, rows: values } of rows) {
    const cursor = new RowCursor(columns);
    const table = tables.get(entity);
    for (const row of values) {
      const { id, seq } = cursor.at(row);
      table?.writeFrom(id, seq, false, cursor.read);
    }
  }
  for (const { entity, ids } of gone) {
    if (!isEntityName(entity)) continue;
    for (const id of ids) tables.get(entity)?.remove(id);
  }
}

function finish(): FromWriter {
  for (const entity of model) {
    while (db.transaction(() => indexRows(kept, entity, INDEXED_AT_ONCE))() > 0);
    for (const sql of indexSql(entity)) db.exec(sql);
  }
  countIndexes(db);
  const counts: Record<string, number> = {};
  for (const entity of model) {
    const { count } = db.prepare(`SELECT COUNT(*) AS count FROM ${tableOf(entity)}`).get() as {
      count: number;
    };
    if (count > 0) counts[entity.name] = count;
  }
  db.close();
  return { counts, pieces: compress() };
}

function compress(): SnapshotPiece[] {
  const from = openSync(path, 'r');
  const to = openSync(pieces, 'wx', 0o600);
  const written: SnapshotPiece[] = [];
  const buffer = Buffer.alloc(SNAPSHOT_PAGE_BYTES * PAGES_OF_A_PIECE);
  for (let length = readSync(from, buffer); length > 0; length = readSync(from, buffer)) {
    const piece = gzipSync(buffer.subarray(0, length), { level: 1 });
    writeSync(to, piece);
    written.push({ bytes: piece.length, sha256: createHash('sha256').update(piece).digest('hex') });
  }
  fsyncSync(to);
  closeSync(to);
  closeSync(from);
  return written;
}

const answer = (message: FromWriter): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToWriter) => {
  if ('page' in message) {
    db.transaction(() => take(JSON.parse(message.page) as Page))();
    answer({ taken: true });
    return;
  }
  if ('finish' in message) answer(finish());
  else db.close();
  parentPort?.close();
});

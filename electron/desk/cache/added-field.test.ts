import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { text } from '#shared/model/field.ts';
import { CacheRows } from '#shared/node/cache/cache-rows.ts';
import { cacheSql, indexSql } from '#shared/node/cache/cache-schema.ts';
import { openSqlite } from '../storage/sqlite-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'added-field-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The candidate of the model with one more field, as somebody would add it. */
const larger: EntityDefinition = {
  ...candidate,
  fields: { ...candidate.fields, hobby: text('Hobby', { sortable: true }) },
  searchScopes: { ...candidate.searchScopes, default: ['fullName', 'hobby'] },
};

it('a field added to the model is in the cache: its column, sort key, index and search text', () => {
  const nativeBinding = process.env['PLACEMENT_SQLITE_BINDING'];
  const db = openSqlite(join(folder, 'cache.db'), { synchronous: 'NORMAL', nativeBinding });
  for (const sql of [...cacheSql([larger]), ...indexSql(larger)]) db.exec(sql);
  const rows = new CacheRows(db, larger, db);
  rows.write('1', { fullName: 'Asha Rao', hobby: 'Chess & Go' }, 7, false);
  expect(rows.toRecord('1', rows.read('1')?.row ?? {})).toMatchObject({ _id: '1', hobby: 'Chess & Go' });
  const plan = db
    .prepare('EXPLAIN QUERY PLAN SELECT "_id" FROM "candidate" ORDER BY "hobby_key", "_id"')
    .get();
  expect(plan).toMatchObject({ detail: expect.stringContaining('candidate_by_hobby_key') as unknown });
  expect(db.prepare('SELECT "hobby_key", "_search" FROM "candidate"').get()).toEqual({
    hobby_key: 'chess & go',
    _search: 'asha rao\nchess & go',
  });
  db.close();
});

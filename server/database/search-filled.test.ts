import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { filterConditions, joinConditions, searchCondition } from '#shared/model/list-query.ts';
import { searchTerms, searchText } from '#shared/model/search-text.ts';
import { newDatabase, onPostgresql } from '../testing/postgresql.ts';
import { openDatabase, type Database } from './database.ts';
import { migrations } from './migrations/index.ts';

/** More than the rows that are read at once, so that a second look is taken. */
const MANY = 1_203;
const readable = new Set(Object.keys(candidate.fields));

async function idsWhere(database: Database, search: string, coreskill?: string): Promise<string> {
  const { dialect } = database;
  const { sql, params } = joinConditions(
    [
      ...filterConditions(candidate, coreskill ? { coreskill: { holds: coreskill } } : {}, readable, dialect),
      ...searchTerms(search).map((term) => searchCondition('default', term, {}, dialect)),
    ],
    'AND',
  );
  const found = await database.all<{ _id: string }>(
    `SELECT "_id" FROM "candidate" WHERE ${sql} ORDER BY "_id"`,
    params,
  );
  return found.map(({ _id }) => _id).join(' ');
}

test('rows stored before are found by skill, city, company and college once the data is opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-search-filled-'));
  const postgresql = onPostgresql() ? await newDatabase() : null;
  const at = postgresql ? { url: postgresql.url } : { file: join(folder, 'server.db') };
  try {
    const before = await openDatabase({ at, migrations: migrations.filter(({ name }) => name < '0013') });
    await before.write(async (trx) => {
      for (let index = 0; index < MANY; index += 1) {
        const row = { _id: `c${String(index).padStart(5, '0')}`, fullName: `Person ${index}` };
        const last = index === MANY - 1;
        const searched = { coreskill: last ? 'Node.js, RÉACT' : null, city: last ? 'Pune' : 'Nagpur' };
        await trx.all(
          `INSERT INTO "candidate" ("_id", "fullName", "enrolledCourse", "coreskill", "city", "company", "collegeName", "_search", "_seq", "_createdSeq")
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 1)`,
          [
            row._id,
            row.fullName,
            '["DevOps"]',
            searched.coreskill,
            searched.city,
            last ? 'Vedanix' : null,
            last ? 'Fergusson College' : null,
            `person ${index}\ndevops`,
          ],
        );
      }
    });
    expect(await idsWhere(before, 'pune')).toBe('');
    await before.close();

    const database = await openDatabase({ at });
    const wanted = `c${String(MANY - 1).padStart(5, '0')}`;
    for (const search of ['React', 'pune', 'VEDANIX', 'fergusson', `person ${MANY - 1} devops`]) {
      expect(await idsWhere(database, search), search).toBe(wanted);
    }
    expect(await idsWhere(database, '', 'réact')).toBe(wanted);
    expect((await idsWhere(database, 'nagpur')).split(' ')).toHaveLength(MANY - 1);
    const [row] = await database.all<Record<string, unknown>>(
      `SELECT * FROM "candidate" WHERE "_id" = '${wanted}'`,
    );
    const record = { ...row, enrolledCourse: ['DevOps'] } as unknown as AnyRecord;
    expect(row).toMatchObject({
      _search: searchText(candidate, 'default', record),
      city_key: 'pune',
      coreskill_key: 'node.js, react',
    });
    await database.close();
  } finally {
    await postgresql?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

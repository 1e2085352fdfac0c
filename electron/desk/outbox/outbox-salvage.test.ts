import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '../storage/sqlite-file.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { salvageOutbox } from './outbox-salvage.ts';

/** A PC may have been off since an early version of the application, and its disk be damaged when it comes back. */
it('what an outbox of the first form holds is read as that of a later one', () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'outbox.db');
  const db = connect(path, {});
  db.exec(`CREATE TABLE operations (n integer PRIMARY KEY AUTOINCREMENT, id text NOT NULL UNIQUE, kind text NOT NULL,
    entity text NOT NULL, recordId text NOT NULL, base integer NOT NULL, changes text NOT NULL,
    status text NOT NULL DEFAULT 'waiting', seq integer, error text, title text NOT NULL, at text NOT NULL, before text)`);
  const add = db.prepare(`INSERT INTO operations (id, kind, entity, recordId, base, changes, title, at)
    VALUES (?, 'update', 'candidate', 'c1', 1, ?, 'Asha Rao', '2026-01-05T06:00:00.000Z')`);
  for (const city of ['Pune', 'Nashik']) add.run(`op ${city}`, JSON.stringify({ city }));
  db.close();
  const { operations, lost } = salvageOutbox(path);
  expect(operations.map(({ n, id, status, changes }) => [n, id, status, changes])).toEqual([
    [1, 'op Pune', 'waiting', '{"city":"Pune"}'],
    [2, 'op Nashik', 'waiting', '{"city":"Nashik"}'],
  ]);
  expect(lost).toEqual([]);
  folder.remove();
});

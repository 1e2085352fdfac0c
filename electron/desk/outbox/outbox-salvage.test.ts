import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../storage/sqlite-file.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { isSoundOperation, salvageOutbox } from './outbox-salvage.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'outbox.db');
});
afterEach(() => folder.remove());

/** An outbox as the first version made it, with two changes that wait. @param size of its pages */
function outboxOfFirstForm(size: number): void {
  const db = connect(path, {});
  db.pragma(`page_size = ${size}`);
  db.exec(`CREATE TABLE operations (n integer PRIMARY KEY AUTOINCREMENT, id text NOT NULL UNIQUE, kind text NOT NULL,
    entity text NOT NULL, recordId text NOT NULL, base integer NOT NULL, changes text NOT NULL,
    status text NOT NULL DEFAULT 'waiting', seq integer, error text, title text NOT NULL, at text NOT NULL, before text)`);
  const add = db.prepare(`INSERT INTO operations (id, kind, entity, recordId, base, changes, title, at)
    VALUES (?, 'update', 'candidate', 'c1', 1, ?, 'Asha Rao', '2026-01-05T06:00:00.000Z')`);
  for (const city of ['Pune', 'Nashik']) add.run(`op ${city}`, JSON.stringify({ city }));
  db.close();
}

/** A PC may have been off since an early version of the application, and its disk be damaged when it comes back. */
it.each([512, 1_024, 4_096, 65_536])(
  'what an outbox of the first form holds is read as that of a later one, from pages of %i bytes',
  (size) => {
    outboxOfFirstForm(size);
    const { operations, lost, ...rest } = salvageOutbox(path);
    expect(operations.map(({ n, id, status, changes }) => [n, id, status, changes])).toEqual([
      [1, 'op Pune', 'waiting', '{"city":"Pune"}'],
      [2, 'op Nashik', 'waiting', '{"city":"Nashik"}'],
    ]);
    expect(lost).toEqual([]);
    expect(rest).toEqual({ conflicts: [], files: [], exports: [], meta: [] });
  },
);

it.each(['id', 'entity', 'recordId', 'at'])(
  'a change without its %s can be neither sent nor shown',
  (name) => {
    outboxOfFirstForm(4_096);
    const [row = {}] = salvageOutbox(path).operations;
    expect(isSoundOperation(row)).toBe(true);
    for (const nothing of ['', null, 7]) expect(isSoundOperation({ ...row, [name]: nothing })).toBe(false);
  },
);

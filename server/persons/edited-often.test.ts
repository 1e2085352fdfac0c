import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Transaction } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { Batch } from '../records/batch.ts';
import { moveReferences, unmerge } from '../records/merged.ts';
import { newCandidate, operation, seqOf } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { eraseRecords } from './erase-records.ts';
import { copyOfPerson } from './person-copy.ts';
import { recordsOfPerson } from './records-of-person.ts';

/** Whoever may change one field of a record can change it without end; neither copying nor erasing it takes all memory for that. */

const TEXT_LENGTH = 20_000;
const EDITS = 300;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const [hr, first] = await Promise.all([server.signIn('HR'), server.signIn('Employee')]);
  await hr.push(newCandidate('often', { interviewerId: userIdOf('Employee') }));
  const second = await server.signIn('Employee', 'second desk');
  const remarks = (at: number) => ({ remarks: String(at).padEnd(TEXT_LENGTH, 'x') });
  for (let at = 0; at < EDITS; at += 2 * 50) {
    // Each desk writes over what the other has written, and is told so.
    for (const [desk, from] of [
      [first, at],
      [second, at + 50],
    ] as const) {
      const edits = Array.from({ length: 50 }, (_, edit) =>
        operation('update', 'candidate', 'often', remarks(from + edit), 1),
      );
      const results = await desk.push(...edits);
      expect(seqOf(results.at(-1))).toBeGreaterThan(0);
    }
  }
});
afterAll(() => server.stop());

/** Writes in a transaction that tells how many characters its largest answer had. */
async function largestAnswer(
  database: Database,
  work: (trx: Transaction, log: Parameters<Parameters<Database['write']>[0]>[1]) => Promise<unknown>,
): Promise<number> {
  let largest = 0;
  await database.write((trx, log) => {
    const all: Transaction['all'] = async <Answer>(
      sql: string,
      params?: Parameters<Transaction['all']>[1],
    ) => {
      const rows = await trx.all<Answer>(sql, params);
      largest = Math.max(largest, JSON.stringify(rows).length);
      return rows;
    };
    return work({ ...trx, all }, log);
  });
  return largest;
}

test('a copy has every change, and is read no faster than it is taken', async () => {
  const admin = await server.signIn('Admin');
  const { body } = await admin.get<{ records: { history: { changes: object[] }[] }[] }>(
    '/api/persons/candidate/often/copy',
  );
  expect(body.records.map(({ history }) => history.length)).toEqual([EDITS + 1]);
  const asked: string[] = [];
  const database: Database = {
    ...server.database,
    all: (sql, params) => {
      asked.push(sql);
      return server.database.all(sql, params);
    },
  };
  const actor = { _id: userIdOf('Admin'), role: 'Admin', name: 'User Admin' } as const;
  const copy = await copyOfPerson(database, actor, 'candidate', 'often');
  const ofLog = (): number => asked.filter((sql) => sql.includes('"change_log"')).length;
  expect(ofLog()).toBe(0);
  for await (const { history } of copy?.records ?? []) {
    for await (const line of history) {
      expect(line.what).toBe('update');
      break;
    }
  }
  expect(ofLog()).toBe(1);
});

test('of a person about whom there are very many notes, their texts are not read together', async () => {
  const hr = await server.signIn('HR');
  const notes = Array.from({ length: 100 }, (_, at) =>
    operation('create', 'activity', `note-${at}`, {
      candidate: 'often',
      kind: 'Note',
      note: String(at).padEnd(TEXT_LENGTH, 'x'),
    }),
  );
  seqOf((await hr.push(...notes)).at(-1));
  const { database } = server;
  const largest = await largestAnswer(database, async (trx) => {
    const found = await recordsOfPerson({ ...trx, model: database.model }, 'candidate', 'often');
    expect(found.length).toBe(1 + notes.length);
  });
  expect(largest).toBeLessThan(10 * TEXT_LENGTH);
});

test('what a merge took along is brought back without the texts that were written since', async () => {
  const admin = await server.signIn('Admin');
  const set = { id: 'merge', title: 'Merged', part: 0 };
  await admin.push(
    newCandidate('one'),
    newCandidate('other'),
    operation('create', 'activity', 'note', { candidate: 'other', kind: 'Note' }),
    { ...operation('delete', 'candidate', 'other', {}, 1e9), set },
    { ...operation('create', 'mergedRecord', 'lead', { was: 'other', candidate: 'one' }), set },
  );
  const notes = Array.from({ length: 100 }, (_, at) =>
    operation('update', 'activity', 'note', { note: String(at).padEnd(TEXT_LENGTH, 'x') }, 1e9),
  );
  seqOf((await admin.push(...notes)).at(-1));
  const author = { _id: '', role: 'Admin', name: '', deskId: null, sessionId: '', address: '' } as const;
  const largest = await largestAnswer(server.database, async (trx, log) => {
    const batch = new Batch({ trx, log, database: server.database }, author, async () => {});
    expect(await unmerge(batch, 'candidate', 'other')).toBe('one');
    expect((await batch.get('activity', 'note'))?.['candidate']).toBe('other');
    await batch.write();
  });
  expect(largest).toBeLessThan(20 * TEXT_LENGTH);
});

test('a merge takes very many notes along, and back, some at a time', async () => {
  const admin = await server.signIn('Admin');
  const set = { id: 'merge-many', title: 'Merged', part: 0 };
  await admin.push(newCandidate('many'), newCandidate('into'));
  const notes = Array.from({ length: 300 }, (_, at) =>
    operation('create', 'activity', `of-many-${at}`, {
      candidate: 'many',
      kind: 'Note',
      note: String(at).padEnd(TEXT_LENGTH, 'x'),
    }),
  );
  seqOf((await admin.push(...notes)).at(-1));
  const moved = async (): Promise<number> => {
    const [row] = await server.database.all<{ count: number }>(
      `SELECT COUNT(*) AS "count" FROM "activity" WHERE "candidate" = 'into'`,
    );
    return Number(row?.count);
  };
  const author = { _id: '', role: 'Admin', name: '', deskId: null, sessionId: '', address: '' } as const;
  const byMerge = await largestAnswer(server.database, async (trx, log) => {
    const batch = new Batch({ trx, log, database: server.database }, author, async () => {});
    await moveReferences(batch, 'candidate', { from: 'many', to: 'into' });
    await batch.finish();
  });
  expect(await moved()).toBe(notes.length);
  expect(byMerge).toBeLessThan(notes.length * TEXT_LENGTH);
  // Put where they were, to be taken along by a merge that can be undone.
  await server.database.write((trx) =>
    trx.all(`UPDATE "activity" SET "candidate" = 'many' WHERE "candidate" = 'into'`),
  );
  await admin.push(
    { ...operation('delete', 'candidate', 'many', {}, 1e9), set },
    { ...operation('create', 'mergedRecord', 'lead-many', { was: 'many', candidate: 'into' }), set },
  );
  expect(await moved()).toBe(notes.length);
  const byUndo = await largestAnswer(server.database, async (trx, log) => {
    const batch = new Batch({ trx, log, database: server.database }, author, async () => {});
    await unmerge(batch, 'candidate', 'many');
    await batch.finish();
  });
  expect(await moved()).toBe(0);
  expect(byUndo).toBeLessThan(notes.length * TEXT_LENGTH);
});

test('of a record that was changed, and overtaken, very often some lines are read at a time', async () => {
  const { database } = server;
  const entity = database.model.entity('candidate');
  const largest = await largestAnswer(database, async (trx, log) => {
    const rows = await trx.all<Row>(`SELECT * FROM "candidate" WHERE "_id" = 'often'`);
    const records = rows.map((row) => ({ entity, row }));
    await eraseRecords(trx, log, database, records, { eraser: null });
  });
  expect(largest).toBeLessThan((EDITS / 2) * TEXT_LENGTH);
  const [left] = await database.all<{ characters: number }>(
    `SELECT SUM(LENGTH("before") + LENGTH("after")) AS "characters" FROM "change_log" WHERE "recordId" = 'often'`,
  );
  expect(Number(left?.characters)).toBeLessThan(EDITS * 10);
  const [results] = await database.all<{ longest: number }>(
    'SELECT MAX(LENGTH("result")) AS "longest" FROM "operations"',
  );
  expect(Number(results?.longest)).toBeLessThan(500);
});

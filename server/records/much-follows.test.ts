import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, operation } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** What follows from the changes of one part of a set is bounded: meanwhile nobody else's saves are taken. */

const CVS = 200;
const NOTES = 12_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('cvs'), newCandidate('noted'), newCandidate('into'));
  const many = (count: number, make: (at: number) => Record<string, string>) =>
    Array.from({ length: count }, (_, at) => make(at)) as Parameters<typeof bulkLoad>[2];
  await bulkLoad(
    server.database,
    'document',
    many(CVS, (at) => ({ _id: `cv-${at}`, candidate: 'cvs', kind: 'CV', name: `cv-${at}.pdf` })),
  );
  await bulkLoad(
    server.database,
    'activity',
    many(NOTES, (at) => ({ _id: `note-${at}`, candidate: 'noted', kind: 'Note', note: 'x' })),
  );
});
afterAll(() => server.stop());

const reader = async (): Promise<unknown> =>
  (await server.database.all(`SELECT "interviewerId" FROM "candidate" WHERE "_id" = 'cvs'`))[0];

test('interviewers who come and go in one part, with very many CVs that follow, are refused as a whole', async () => {
  const hr = await server.signIn('HR');
  const flips = (count: number, id: string): object[] =>
    Array.from({ length: count }, (_, at) => ({
      ...operation(
        'update',
        'candidate',
        'cvs',
        { interviewerId: userIdOf(at % 2 === 0 ? 'Employee' : 'Admin') },
        1e9,
      ),
      set: { id, title: 'To and fro', part: 0 },
    }));
  const refused = await hr.push(...flips(100, 'many'));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['refused']));
  expect(refused.find((result) => result.status === 'refused' && !result.refusedWith)).toMatchObject({
    code: 'too-large',
    error: 'More follows from these changes than can be done in one go. Do it for fewer records at once.',
  });
  expect(await reader()).toEqual({ interviewerId: null });
  const few = await hr.push(...flips(25, 'few'));
  expect(new Set(few.map(({ status }) => status))).toEqual(new Set(['applied']));
  expect(await reader()).toEqual({ interviewerId: userIdOf('Employee') });
});

test('a merge takes along however much there is', async () => {
  const admin = await server.signIn('Admin');
  const set = { id: 'merge', title: 'Merged', part: 0 };
  const results = await admin.push(
    { ...operation('delete', 'candidate', 'noted', {}, 1e9), set },
    { ...operation('create', 'mergedRecord', 'lead', { was: 'noted', candidate: 'into' }), set },
    { ...operation('update', 'candidate', 'into', { remarks: 'Both' }, 1e9), set },
  );
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
  const [moved] = await server.database.all<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM "activity" WHERE "candidate" = 'into'`,
  );
  expect(Number(moved?.count)).toBe(NOTES);
});

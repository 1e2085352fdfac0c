import { afterEach, beforeEach, expect, test } from 'vitest';
import { erasedHash } from '../records/erased.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { ErasedList } from './erased-list.ts';

/** What else goes with who is listed as erased and stands in the data again (decision 33). */

let server: TestServer;
let hr: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
});
afterEach(() => server.stop());

const call = (id: string, candidate: string): ReturnType<typeof operation> =>
  operation('create', 'activity', id, { candidate, kind: 'Call', note: `noted in ${id}` });

/** What is known where a server was started on data in which these, who are listed, stand again. */
async function knownWhereListed(listed: readonly [entity: string, id: string][]): Promise<string[]> {
  await server.close();
  await new ErasedList(server.dataFolder).add(listed.map(([entity, id]) => erasedHash(entity, id)));
  const again = await startOnSameData(server);
  try {
    const found = await again.database.all<{ at: string }>(
      `SELECT 'candidate/' || "_id" AS "at" FROM "candidate" WHERE "fullName" IS NOT NULL UNION ALL
       SELECT 'inquiry/' || "_id" FROM "inquiry" WHERE "Name" IS NOT NULL UNION ALL
       SELECT 'activity/' || "_id" FROM "activity" WHERE "note" IS NOT NULL UNION ALL
       SELECT DISTINCT 'log of ' || "recordId" FROM "change_log" WHERE "entity" = 'activity' AND "after" LIKE '%noted%'`,
    );
    return found.map(({ at }) => at).toSorted();
  } finally {
    await again.close();
  }
}

test('what is shown with somebody who is listed goes with them, although the list has never heard of it', async () => {
  await hr.push(newCandidate('her', { fullName: 'Zubeida Quraishi' }), newCandidate('stays'));
  await hr.push(call('listed', 'her'), call('later', 'her'), call('another', 'stays'));
  expect(
    await knownWhereListed([
      ['candidate', 'her'],
      ['activity', 'listed'],
    ]),
  ).toEqual(['activity/another', 'candidate/stays', 'log of another']);
});

test('a record of a person of its own stays where it is not listed, with what is shown with it', async () => {
  await hr.push(operation('create', 'inquiry', 'lead', { Name: 'Asha Rao', mobile: '98450 77123' }));
  await hr.push(newCandidate('her', { fullName: 'Zubeida Quraishi', inquiry: 'lead' }));
  const asked = operation('create', 'activity', 'asked', {
    inquiry: 'lead',
    kind: 'Call',
    note: 'noted when asked',
  });
  await hr.push(call('later', 'her'), asked);
  expect(await knownWhereListed([['candidate', 'her']])).toEqual([
    'activity/asked',
    'inquiry/lead',
    'log of asked',
  ]);
});

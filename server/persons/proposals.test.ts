import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import {
  ERASE_PROPOSED_PATH,
  PROPOSALS_PATH,
  type ErasedOrNot,
  type ProposalsPage,
} from '#shared/protocol/erasure.ts';
import { DAY_MS } from '#shared/format/time.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** Decision 34: who was not heard of for long is proposed for erasure. */

let server: TestServer;
let superAdmin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const propose = (months: string | null): Promise<unknown> =>
  superAdmin.push(operation('create', 'officeSetting', 'office', { eraseAfterMonths: months }));

/** Inquiries that were made and changed so many days ago. */
const inquiries = (
  ...given: [id: string, days: number, values?: Record<string, unknown>][]
): Promise<unknown> =>
  bulkLoad(
    server.database,
    'inquiry',
    given.map(([_id, days, values]) => ({
      _id,
      Name: `Person ${_id}`,
      createdAt: daysAgo(days),
      updatedAt: daysAgo(days),
      ...values,
    })),
  );

const proposals = async (after?: string): Promise<ProposalsPage> => {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
  const answer = await superAdmin.get<ProposalsPage>(PROPOSALS_PATH + query);
  expect(answer.status).toBe(200);
  return answer.body;
};
const ids = async (): Promise<string[]> => (await proposals()).people.map(({ id }) => id);

const erase = async (...people: [id: string, name?: string][]): Promise<ErasedOrNot[]> => {
  const body = {
    reason: 'No contact for long',
    people: people.map(([id, name]) => ({ id, name: name ?? `Person ${id}` })),
  };
  const answer = await superAdmin.post<ErasedOrNot[]>(ERASE_PROPOSED_PATH, body);
  expect(answer.status).toBe(200);
  return answer.body;
};

test('nothing is proposed until a Super Admin has decided after how many months', async () => {
  await inquiries(['old', 2_000]);
  expect(await proposals()).toMatchObject({ months: null, people: [], next: null });
  expect(await erase(['old'])).toEqual([
    { id: 'old', error: expect.stringContaining('any more') as unknown },
  ]);
  await propose('6');
  expect(await proposals()).toMatchObject({ months: 6, next: null });
  expect(await ids()).toEqual(['old']);
  await superAdmin.push(operation('update', 'officeSetting', 'office', { eraseAfterMonths: null }, 1e9));
  expect(await ids()).toEqual([]);
  expect(
    await superAdmin.push(operation('update', 'officeSetting', 'office', { eraseAfterMonths: '1' }, 1e9)),
  ).toMatchObject([{ status: 'refused', code: 'invalid' }]);
});

test('contact is the newest of making, change, activity and a call to come; who enrolled is never proposed', async () => {
  await propose('6');
  await inquiries(
    ['changed', 900, { updatedAt: daysAgo(20) }],
    ['called', 900],
    ['called-long-ago', 910],
    ['to-be-called', 900, { nextCall: daysAgo(-5) }],
    ['was-to-be-called', 905, { nextCall: daysAgo(300) }],
    ['enrolled', 900, { enrolledAs: 'student' }],
    ['candidate', 900],
    ['deleted', 900],
    ['young', 170],
    ['old', 200],
  );
  await superAdmin.push(
    newCandidate('student'),
    newCandidate('became', {}),
    operation('create', 'activity', 'call', { inquiry: 'called', kind: 'Call' }),
    operation('create', 'activity', 'undone', { inquiry: 'old', kind: 'Call' }),
    operation('delete', 'activity', 'undone', {}, 1e9),
    operation('create', 'activity', 'first', { inquiry: 'called-long-ago', kind: 'Call' }),
    operation('delete', 'inquiry', 'deleted', {}, 1e9),
  );
  await server.database.write(async (trx) => {
    await trx.all(`UPDATE "activity" SET "at" = ? WHERE "_id" = 'first'`, [daysAgo(400)]);
    await trx.all(`UPDATE "candidate" SET "inquiry" = 'candidate' WHERE "_id" = 'became'`);
    await trx.all(`UPDATE "inquiry" SET "mobile" = '98450 11111', "assignedTo" = ? WHERE "_id" = 'old'`, [
      userIdOf('HR'),
    ]);
  });
  const { people } = await proposals();
  expect(people.map(({ id }) => id)).toEqual(['called-long-ago', 'was-to-be-called', 'old']);
  expect(people[0]?.lastContact.slice(0, 10)).toBe(daysAgo(400).slice(0, 10));
  expect(people[2]).toMatchObject({ name: 'Person old', mobile: '98450 11111', assignedTo: 'User HR' });
});

test('they come in pages, each once, also where most of those looked at are not proposed', async () => {
  await propose('3');
  const many = Array.from({ length: 2_600 }, (_, at): [string, number, Record<string, unknown>] => {
    // Forty of the same moment each.
    const updatedAt = `${1_990 + Math.floor(at / 120)}-${10 + Math.floor((at % 120) / 40)}-05T10:00:00.000Z`;
    return [
      `many-${String(at).padStart(4, '0')}`,
      9_000,
      { nextCall: at % 7 === 0 ? null : daysAgo(-3), updatedAt },
    ];
  });
  await inquiries(...many);
  const seen: string[] = [];
  let pages = 0;
  for (let after: string | undefined; pages === 0 || after !== undefined; pages += 1) {
    const page = await proposals(after);
    seen.push(...page.people.map(({ id }) => id));
    after = page.next ?? undefined;
  }
  expect(new Set(seen).size).toBe(372);
  expect(seen).toHaveLength(372);
  expect(pages).toBe(4);
  expect((await superAdmin.get(`${PROPOSALS_PATH}?after=nonsense`)).status).toBe(400);
});

test('those who are still proposed are erased, each audited; who was heard of since stays, and it is said why', async () => {
  await propose('6');
  await inquiries(['one', 900], ['two', 900], ['heard', 900], ['renamed', 900], ['is-here', 900]);
  await superAdmin.push(
    newCandidate('too'),
    operation('create', 'activity', 'call', { inquiry: 'heard', kind: 'Call' }),
  );
  await server.database.write(async (trx) => {
    await trx.all(`UPDATE "candidate" SET "inquiry" = 'is-here' WHERE "_id" = 'too'`);
  });
  expect(
    await erase(['one'], ['heard'], ['renamed', 'Somebody Else'], ['is-here'], ['nobody'], ['two'], ['one']),
  ).toEqual([
    { id: 'one', erased: 1 },
    { id: 'heard', error: 'There was contact with this person since.' },
    { id: 'renamed', error: expect.stringContaining('not that of the person') as unknown },
    { id: 'is-here', error: 'This person is here as Candidate too. Erase them from there.' },
    { id: 'nobody', error: 'There is no such person here.' },
    { id: 'two', erased: 1 },
    { id: 'one', erased: 0 },
  ]);
  const left = await server.database.all<{ _id: string }>(
    'SELECT "_id" FROM "inquiry" WHERE "deletedAt" IS NULL ORDER BY "_id"',
  );
  expect(left.map(({ _id }) => _id)).toEqual(['heard', 'is-here', 'renamed']);
  const { body } = await superAdmin.get<{ detail: { recordId: string } }[]>(
    '/api/audit?action=person-erased',
  );
  expect(body.map(({ detail }) => detail.recordId).toSorted()).toEqual(['one', 'two']);
});

test('keeping somebody is a note about them, and counts as contact', async () => {
  await propose('6');
  await inquiries(['kept', 900]);
  const note = operation('create', 'activity', 'note', { inquiry: 'kept', kind: 'Note', note: 'Kept' });
  await superAdmin.push(note);
  expect(await ids()).toEqual([]);
  await superAdmin.push(operation('delete', 'activity', 'note', {}, 1e9));
  expect(await ids()).toEqual(['kept']);
});

test('both are for Super Admins alone, and a call erases ten at most', async () => {
  await propose('6');
  await inquiries(['old', 900]);
  const body = { reason: 'No contact', people: [{ id: 'old', name: 'Person old' }] };
  for (const role of ALL_ROLES.filter((one): one is Exclude<Role, 'Super Admin'> => one !== 'Super Admin')) {
    const client = await server.signIn(role, null);
    expect([role, (await client.get(PROPOSALS_PATH)).status]).toEqual([role, 403]);
    expect([role, (await client.post(ERASE_PROPOSED_PATH, body)).status]).toEqual([role, 403]);
    expect([role, (await client.get('/api/office-settings')).status]).toEqual([role, 403]);
  }
  expect((await server.client().get(PROPOSALS_PATH)).status).toBe(401);
  const people = Array.from({ length: 11 }, () => ({ id: 'old', name: 'Person old' }));
  expect((await superAdmin.post(ERASE_PROPOSED_PATH, { ...body, people })).status).toBe(400);
  expect((await superAdmin.post(ERASE_PROPOSED_PATH, { ...body, reason: '' })).status).toBe(400);
  expect(await ids()).toEqual(['old']);
});

test('a clock of the server that is years ahead proposes nobody, and erases nobody', async () => {
  await inquiries(['recent', 200]);
  await propose('12');
  expect(await ids()).toEqual([]);
  vi.useFakeTimers({ now: Date.now() + 1_500 * DAY_MS, toFake: ['Date'] });
  superAdmin = await server.signIn('Super Admin');
  expect(await ids()).toEqual([]);
  expect(await erase(['recent'])).toEqual([{ id: 'recent', error: expect.any(String) as unknown }]);
});

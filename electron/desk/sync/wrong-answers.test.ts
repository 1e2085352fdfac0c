import { expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { memoryKeychain, PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Answers that are almost ones: a fault of the server, or something in its place. Nothing of them may stay. */

const office = openOffice();

type Answer = Readonly<Record<string, unknown>>;

const LONG = 'x'.repeat(5_000);
const ROWS = { entity: 'candidate', columns: ['_id', '_seq', 'fullName'] };

const PAGES: Record<string, (page: Answer) => unknown> = {
  'of another service': () => ({ status: 'ok' }),
  'without rows': (page) => ({ ...page, rows: undefined }),
  'with a row that has no id': (page) => ({ ...page, rows: [{ ...ROWS, rows: [[null, 5, 'Nobody']] }] }),
  'with a value that is none': (page) => ({ ...page, rows: [{ ...ROWS, rows: [['a', 5, { of: 'it' }]] }] }),
  'without a cursor': (page) => ({ ...page, cursor: undefined }),
  'with a receipt that no call takes': (page) => ({ ...page, receipt: LONG }),
  'at a time that is none': (page) => ({ ...page, at: 'soon' }),
  'at a place of the log that is none': (page) => ({ ...page, seq: 'far' }),
  'that takes away what is no id': (page) => ({ ...page, gone: [{ entity: 'candidate', ids: [{}] }] }),
};

const PUSHED: Record<string, (answer: Answer) => unknown> = {
  'of another service': () => ({ status: 'ok' }),
  'with nothing for a change': (answer) => ({ ...answer, results: [null] }),
  'with a result of another kind': (answer) => ({ ...answer, results: withStatus(answer, 'perhaps') }),
  'with a receipt that no call takes': (answer) => ({ ...answer, receipt: LONG }),
  'at a time that is none': (answer) => ({ ...answer, at: 'soon' }),
};

const withStatus = ({ results }: Answer, status: string): unknown[] =>
  (results as Answer[]).map((result) => ({ ...result, status }));

const TOLD = 'does not understand';

async function told(desk: TestDesk, what: string): Promise<void> {
  await until(`${what} is told of`, async () => {
    await desk.call('sync.now', {});
    const { state, problem } = await desk.call('sync.status', {});
    return state === 'offline' && problem?.includes(TOLD);
  });
}

async function opened(folder = office.newFolder(), keychain = memoryKeychain()): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, office.network.url, keychain);
  office.desks.push(desk);
  return desk;
}

it('a page that is none, the first of all too, is told of and asked for again, and spoils nothing', async () => {
  const folder = office.newFolder();
  const keychain = memoryKeychain();
  let desk = await opened(folder, keychain);
  office.network.changeAnswers(PATHS.pull, PAGES['without a cursor'] as never);
  await desk.signIn('hr');
  for (const [what, change] of Object.entries(PAGES)) {
    office.network.changeAnswers(PATHS.pull, change);
    await told(desk, what);
  }
  office.network.mend();
  await desk.inStep();
  const id = await create(desk, 'candidate', PERSON);
  await desk.inStep();
  for (const [what, change] of Object.entries(PAGES)) {
    office.network.changeAnswers(PATHS.pull, change);
    await edit(desk, id, { city: what });
    await told(desk, what);
  }
  await desk.close();
  office.network.mend();
  desk = await opened(folder, keychain);
  await desk.inStep();
  await shows(desk, id, 'city', Object.keys(PAGES).at(-1));
  expect(await desk.call('sync.tray', {})).toEqual([]);
});

it('pages that lead nowhere are not fetched without end', async () => {
  const desk = await opened();
  await desk.signIn('hr');
  await desk.inStep();
  office.network.changeAnswers(PATHS.pull, (page) => ({ ...page, more: true }));
  await told(desk, 'more of the same');
});

it('a new start that is asked for again and again is told of, and the desk goes on by itself once it is over', async () => {
  const desk = await opened();
  await desk.signIn('hr');
  await desk.inStep();
  const id = await create(desk, 'candidate', PERSON);
  await desk.inStep();
  office.network.changeAnswers(PATHS.pull, () => ({ status: 'resync', reason: 'schema' }));
  void desk.call('sync.now', {});
  await until('it is told of', async () =>
    (await desk.call('sync.status', {})).problem?.includes('asks again and again for a new start'),
  );
  office.network.mend();
  await desk.state('live');
  await shows(desk, id, 'fullName', PERSON.fullName);
  // Nothing is wrong with this computer.
  expect(desk.logged).toEqual([]);
});

it('one new start that is asked for is made, and is no problem to tell anybody of', async () => {
  const desk = await opened();
  await desk.signIn('hr');
  await desk.inStep();
  let asked = 0;
  office.network.changeAnswers(PATHS.pull, (page) => {
    asked += 1;
    return asked === 1 ? { status: 'resync', reason: 'schema' } : page;
  });
  desk.events.length = 0;
  await desk.call('sync.now', {});
  await until('it has begun anew', () => asked > 1);
  await desk.inStep();
  const told = desk.events.flatMap(({ data }) => ('problem' in data ? [data.problem] : []));
  expect(new Set(told)).toEqual(new Set([null]));
});

it('an answer to changes that is none is told of, and they are sent again and stand once', async () => {
  const desk = await opened();
  await desk.signIn('hr');
  await desk.inStep();
  const id = await create(desk, 'candidate', PERSON);
  await desk.inStep();
  for (const [what, change] of Object.entries(PUSHED)) {
    office.network.changeAnswers(PATHS.push, change);
    await edit(desk, id, { city: what });
    await told(desk, what);
    expect(await desk.call('sync.tray', {})).toMatchObject([{ kind: 'waiting' }]);
    office.network.mend();
    await desk.inStep();
    expect(await get(desk, id)).toMatchObject({ record: { city: what }, waiting: false });
  }
});

it('a renewal that does not say who it is for erases nothing, and signs nobody out', async () => {
  const folder = office.newFolder();
  const keychain = memoryKeychain();
  const first = await opened(folder, keychain);
  await first.signIn('hr');
  await first.inStep();
  const id = await create(first, 'candidate', PERSON);
  await first.inStep();
  await first.close();
  for (const name of ['_id', 'role', 'email']) {
    office.network.changeAnswers(PATHS.refresh, (answer) => ({
      ...answer,
      user: { ...(answer['user'] as object), [name]: undefined },
    }));
    const desk = await opened(folder, keychain);
    await told(desk, `a user without ${name}`);
    expect(await get(desk, id)).toMatchObject({ record: { fullName: PERSON.fullName } });
    await desk.close();
  }
  office.network.mend();
  await (await opened(folder, keychain)).inStep();
});

it('who signs in where something answers in the server’s place works on without it', async () => {
  const desk = await opened();
  await desk.signIn('hr');
  await desk.inStep();
  await desk.call('session.signOut', {});
  const email = 'hr@demo.test';
  office.network.changeAnswers(PATHS.login, () => ({ status: 'ok' }));
  await desk.call('session.signIn', { email, password: PASSWORD });
  expect((await desk.call('session.get', {})).user).toMatchObject({ email });
  office.network.mend();
  await desk.inStep();
});

it('an older desk passes over what was overtaken in a record that it does not know', async () => {
  const desk = await opened();
  await desk.signIn('hr');
  await desk.inStep();
  const notice = {
    id: 'n',
    recordId: 'r',
    field: 'f',
    lost: 1,
    won: 2,
    by: 'B',
    at: new Date().toISOString(),
  };
  office.network.changeAnswers(PATHS.pull, (page) => ({
    ...page,
    conflicts: [{ ...notice, entity: 'ofANewerModel' }],
  }));
  const id = await create(desk, 'candidate', PERSON);
  await desk.inStep();
  expect(await get(desk, id)).toMatchObject({ waiting: false });
  expect(await desk.call('sync.tray', {})).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import {
  MOST_ASKED_ABOUT,
  PATHS,
  PROTOCOL_VERSION,
  type ClosedAnswer,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { putBack } from '../testing/put-back.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { Signer } from '../sync/signer.ts';

/** What a desk whose user's account is closed is told of the history that it knows (docs/sync.md). */

let server: TestServer;
let administrator: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  administrator = await server.signIn('Super Admin', `administrator ${(made += 1)}`);
  await setActive(true);
});

async function setActive(isActive: boolean): Promise<void> {
  const change = operation('update', 'user', userIdOf('HR'), { isActive });
  await administrator.push({ ...change, base: await server.database.seq() });
}

/** The receipt of a desk that has just been told that a change of its own is there. */
async function receiptAfterWork(): Promise<string> {
  const desk = await server.signIn('HR', `desk ${made}`);
  const operations = [newCandidate(`of-the-desk-${(made += 1)}`)];
  return (await desk.post<PushResponse>(PATHS.push, { protocol: PROTOCOL_VERSION, operations })).body.receipt;
}

async function refused(receipt?: string, password = PASSWORD): Promise<Partial<ErrorBody>> {
  const desk = { id: 'desk', name: 'desk', ...(receipt === undefined ? {} : { receipt }) };
  const {
    code,
    account,
    putBack: lost,
  } = (await server.client().post<ErrorBody>(PATHS.login, { email: emailOf('HR'), password, desk })).body;
  return { code, ...(account === undefined ? {} : { account }), ...(lost ? { putBack: lost } : {}) };
}

const CLOSED = { code: 'account-closed', account: userIdOf('HR') };

test('a server that was not put back says so, whatever is shown to it', async () => {
  const receipt = await receiptAfterWork();
  await setActive(false);
  const [content = ''] = receipt.split('.');
  const parts = JSON.parse(Buffer.from(content, 'base64url').toString()) as [string, number, string];
  const another = new Signer('the secret of nobody');
  const forged = [
    another.write('receipt', [parts[0], parts[1] + 1_000, 'made up']),
    another.write('receipt', ['another epoch', parts[1] + 1_000, 'made up']),
    another.write('receipt', [parts[0], parts[1] - 0.5, 'made up']),
    `${content}.`,
    'no receipt',
    '',
  ];
  for (const shown of [undefined, receipt, ...forged]) expect(await refused(shown)).toEqual(CLOSED);
  expect(await refused(receipt, 'not the password')).toEqual({ code: 'unauthenticated' });
});

test('one that was put back tells the desk that knows of more, and nobody else', async () => {
  const before = await receiptAfterWork();
  await setActive(false);
  const seq = await server.database.seq();
  await setActive(true);
  const receipt = await receiptAfterWork();
  await setActive(false);
  await putBack(server, seq);
  expect(await refused(receipt)).toEqual({ ...CLOSED, putBack: true });
  expect(await refused(before)).toEqual(CLOSED);
  expect(await refused(`${receipt}x`)).toEqual(CLOSED);
  expect(await refused(receipt, 'not the password')).toEqual({ code: 'unauthenticated' });
});

test('one that was restored has a new secret: it goes by whether the account was closed in the backup', async () => {
  await setActive(false);
  const seq = await server.database.seq();
  await putBack(server, seq, { restored: true });
  const ofBefore = new Signer('the secret that is in no backup');
  const receipt = ofBefore.write('receipt', ['the epoch before', seq + 5, 'a mark']);
  expect(await refused(receipt)).toEqual({ ...CLOSED, putBack: true });
  // What no server has written says nothing here either, nor what names this server's history and is not signed by it.
  for (const parts of [
    [5, seq + 5, 'a mark'],
    ['the epoch before', seq + 5.5, 'a mark'],
    ['the epoch before', String(seq + 5), 'a mark'],
    [server.database.epoch, seq + 5, 'a mark'],
  ])
    expect(await refused(ofBefore.write('receipt', parts))).toEqual(CLOSED);
  // The desk that had closed it offers that again: it was closed all the time.
  const close = operation('update', 'user', userIdOf('HR'), { isActive: false });
  await administrator.push({ ...close, again: { ackedAt: null } });
  expect(await server.database.seq()).toBeGreaterThan(seq);
  expect(await refused(receipt)).toEqual({ ...CLOSED, putBack: true });
  await setActive(true);
  await setActive(false);
  expect(await refused(receipt)).toEqual(CLOSED);
});

test('which accounts are closed is told to who is signed in, and nothing of ids that the server does not know', async () => {
  await setActive(false);
  const accounts = [userIdOf('HR'), userIdOf('Admin'), 'nobody', userIdOf('Student')];
  const student = await server.signIn('Student', `student ${made}`);
  expect((await student.post<ClosedAnswer>(PATHS.closed, { accounts })).body).toEqual({
    closed: [userIdOf('HR')],
  });
  await setActive(true);
  expect((await student.post<ClosedAnswer>(PATHS.closed, { accounts })).body).toEqual({ closed: [] });
  expect((await server.client().post(PATHS.closed, { accounts })).status).toBe(401);
  const many = Array.from({ length: MOST_ASKED_ABOUT + 1 }, (_, at) => `account-${at}`);
  expect((await student.post(PATHS.closed, { accounts: many })).status).toBe(400);
});

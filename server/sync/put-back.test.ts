import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS, PROTOCOL_VERSION, type PullResponse, type PushResponse } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type Answer, type TestClient } from '../testing/client.ts';
import { putBack } from '../testing/put-back.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const push = (receipt: string, ...operations: unknown[]): Promise<Answer<PushResponse>> =>
  admin.post(PATHS.push, { protocol: PROTOCOL_VERSION, operations, receipt });
const receiptOf = async (...operations: unknown[]): Promise<string> =>
  (await admin.post<PushResponse>(PATHS.push, { protocol: PROTOCOL_VERSION, operations })).body.receipt;
const pull = async (client: TestClient, cursor: string | null, receipt?: string): Promise<PullResponse> =>
  (
    await client.post<PullResponse>(PATHS.pull, {
      protocol: PROTOCOL_VERSION,
      cursor,
      ...(receipt === undefined ? {} : { receipt }),
    })
  ).body;

let made = 0;
const grow = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await hr.push(newCandidate(`grown-${(made += 1)}`));
};

test('a cursor that somebody made up names no deleted record, whatever it says', async () => {
  await admin.push(newCandidate('deleted'), operation('delete', 'candidate', 'deleted'));
  const page = await pull(hr, null);
  if (page.status !== 'page') throw new Error(page.reason);
  const [content = '', signature = ''] = page.cursor.split('.');
  const parts = JSON.parse(Buffer.from(content, 'base64url').toString()) as unknown[];
  const forged = Buffer.from(JSON.stringify([parts[0], 0, 'start', ...parts.slice(3, 5), null])).toString(
    'base64url',
  );
  for (const cursor of [forged, `${forged}.`, `${forged}.${signature}`, `${content}.${signature}x.y`]) {
    expect(await pull(hr, cursor)).toEqual({ status: 'resync', reason: 'schema' });
  }
  // A receipt is signed by the same key, and is no cursor.
  expect(await pull(hr, page.receipt)).toEqual({ status: 'resync', reason: 'schema' });
  expect(await pull(hr, null, page.cursor)).toEqual({ status: 'resync', reason: 'epoch' });
  expect(await pull(hr, page.cursor, page.receipt)).toMatchObject({ status: 'page' });
});

test('a desk of a version before, with no receipt and a cursor of the old form, is served', async () => {
  const body = { protocol: PROTOCOL_VERSION - 1, cursor: null };
  const page = (await hr.post<PullResponse>(PATHS.pull, body)).body;
  if (page.status !== 'page') throw new Error(page.reason);
  const again = (await hr.post<PullResponse>(PATHS.pull, { ...body, cursor: page.cursor })).body;
  expect(again).toMatchObject({ status: 'page', rows: [] });
  const create = newCandidate('of-the-version-before');
  const pushed = await hr.post<PushResponse>(PATHS.push, {
    protocol: PROTOCOL_VERSION - 1,
    operations: [create],
  });
  expect(pushed.body.results).toMatchObject([{ status: 'applied' }]);
  const old = (epoch: string): string =>
    Buffer.from(JSON.stringify([epoch, 1, 'permissions', 'schema', null])).toString('base64url');
  expect(await pull(hr, old(server.database.epoch))).toEqual({ status: 'resync', reason: 'schema' });
  expect(await pull(hr, old('another epoch'))).toEqual({ status: 'resync', reason: 'epoch' });
});

test.each([
  ['stands before what the desk had', 0],
  ['has come to the same number', 3],
  ['has grown past it', 6],
])('a snapshot that was put back is noticed where the log %s', async (_case, later) => {
  const seq = await server.database.seq();
  await grow(2);
  const receipt = await receiptOf(newCandidate(`acknowledged-${(made += 1)}`));
  const desk = await server.signIn('Admin', `desk ${made}`);
  await desk.pull();
  const { cursor } = desk;
  expect(await pull(desk, cursor, receipt)).toMatchObject({ status: 'page' });

  await putBack(server, seq);
  await grow(later);
  expect(await pull(desk, cursor)).toEqual({ status: 'resync', reason: 'epoch' });
  expect(await pull(desk, null, receipt)).toEqual({ status: 'resync', reason: 'epoch' });

  const position = await server.database.seq();
  const refused = await push(receipt, newCandidate(`not-before-it-knows-${later}`));
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'restored', error: expect.stringContaining('put back to an older state') },
  });
  expect(await server.database.seq()).toBe(position);
  const results = await admin.push(newCandidate(`not-before-it-knows-${later}`));
  expect(results).toMatchObject([{ status: 'applied' }]);
});

test('the receipts of one history fit whatever else is written, also over numbers without a line', async () => {
  const first = await receiptOf(newCandidate('first-receipt'));
  await grow(2);
  const later = await receiptOf();
  for (const receipt of [first, later]) {
    expect((await push(receipt, newCandidate(`fits-${(made += 1)}`))).status).toBe(200);
    expect(await pull(hr, null, receipt)).toMatchObject({ status: 'page' });
  }
  await server.database.write((_trx, log) => Promise.resolve(log.next()));
  const onNotice = await receiptOf();
  await grow(1);
  expect((await push(onNotice, newCandidate('after-a-notice'))).status).toBe(200);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKSUM_WITH_CONTENT, type ChecksumResponse } from '#shared/protocol/sync.ts';
import { openDatabase } from '../database/database.ts';
import { newCandidate, seqOf, type TestClient } from '../testing/client.ts';
import { listen } from '../testing/live-listener.ts';
import { putBack } from '../testing/put-back.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';

/** The data is put back to an older state under a server that runs: a snapshot of the machine, a failover that lost its tail. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

let made = 0;
const save = async (): Promise<number> => {
  const [result] = await admin.push(newCandidate(`saved-${(made += 1)}`));
  return seqOf(result);
};

/** By a connection that the server knows nothing of. */
async function putBackUnseen(seq: number): Promise<void> {
  const { databaseUrl, database } = server;
  const beside = await openDatabase({
    at: databaseUrl === null ? { file: database.place } : { url: databaseUrl },
  });
  try {
    await putBack({ database: beside }, seq);
  } finally {
    await beside.close();
  }
}

test.each([
  ['what was saved since', 3],
  ['more than it was told of itself', 6],
])(
  'a log that went back by %s ends the channels, and new ones hear of what is saved next',
  async (_case, by) => {
    const live = await listen(hr);
    let last = 0;
    for (let saved = 0; saved < 3; saved += 1) last = await save();
    await eventually(() => expect(live.seqs.at(-1)).toBe(last));
    await putBackUnseen(last - by);
    expect(await save()).toBe(last - by + 1);
    await eventually(() => expect(live.ended).toBe(true));

    const again = await listen(hr);
    await eventually(() => expect(again.seqs).toEqual([last - by + 1]));
    const next = await save();
    await eventually(() => expect(again.seqs.at(-1)).toBe(next));
    again.stop();
  },
);

test('a server that has told nothing yet knows from its answers where the log stood', async () => {
  const quiet = await startTestServer();
  const before = server;
  try {
    server = quiet;
    const desk = await quiet.signIn('HR');
    const live = await listen(desk);
    await eventually(() => expect(live.seqs).toHaveLength(1));
    await putBackUnseen((live.seqs[0] ?? 0) - 2);
    await (await quiet.signIn('Admin')).push(newCandidate('after-the-quiet'));
    await eventually(() => expect(live.ended).toBe(true));
  } finally {
    server = before;
    await quiet.stop();
  }
});

test('the next pull finds it out as well, where nobody saves', async () => {
  await save();
  const last = await save();
  const live = await listen(hr);
  await putBackUnseen(last - 1);
  await admin.pull();
  await eventually(() => expect(live.ended).toBe(true));
});

test('looks that overlap with commits are no going back', async () => {
  const live = await listen(hr);
  const heard: number[] = [];
  const stop = server.database.onPutBack((seq) => heard.push(seq));
  const saving = new AbortController();
  const looking = (async () => {
    while (!saving.signal.aborted) await Promise.all(Array.from({ length: 5 }, () => server.database.seq()));
  })();
  const last = Math.max(...(await Promise.all(Array.from({ length: 40 }, () => save()))));
  saving.abort();
  await looking;
  await eventually(() => expect(live.seqs.at(-1)).toBe(last));
  stop();
  expect(heard).toEqual([]);
  expect(live.ended).toBe(false);
  live.stop();
});

test('a page that was read before is not given again for the same numbers', async () => {
  const reading = await server.signIn('HR', 'reading');
  await reading.pull();
  const from = await server.database.seq();
  const { cursor } = reading;
  await admin.push(newCandidate('lost'));
  expect([...(await reading.pull()).rows.keys()]).toEqual(['candidate/lost']);
  await putBackUnseen(from);
  await admin.push(newCandidate('found'));
  reading.cursor = cursor;
  expect([...(await reading.pull()).rows.keys()]).toEqual(['candidate/found']);
});

test('sums of what was lost are not taken for those of what has its number now', async () => {
  const sums = async (): Promise<ChecksumResponse['entities']['candidate']> =>
    (await admin.get<ChecksumResponse>(CHECKSUM_WITH_CONTENT)).body.entities.candidate;
  await sums();
  const before = await server.database.seq();
  await admin.push(newCandidate('summed', { city: 'Pune' }));
  const lost = await sums();
  await putBackUnseen(before);
  await admin.push(newCandidate('summed', { city: 'Agra' }));
  const found = await sums();
  expect([found?.count, found?.seqSum]).toEqual([lost?.count, lost?.seqSum]);
  expect(found?.content).not.toBe(lost?.content);
});

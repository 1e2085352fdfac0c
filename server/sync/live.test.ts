import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { resetSecondFactor } from '../reset-second-factor.ts';
import { enrol } from '../testing/authenticator.ts';
import { listen, type Listening } from '../testing/live-listener.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { MOST_CHANNELS } from './live.ts';
import { FIRST_OF_WAVE } from './waves.ts';
import { emailOf, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { eventually } from '../../tests/product/eventually.ts';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

test('a desk hears where the log stands, and each advance', async () => {
  const hr = await server.signIn('HR');
  const live = await listen(hr);
  await eventually(async () => expect(live.seqs).toEqual([await server.database.seq()]));
  const [result] = await admin.push(newCandidate('live'));
  await eventually(() => expect(live.seqs.at(-1)).toBe(seqOf(result)));
  live.stop();
});

test('the channel ends with the session, and not with those of others', async () => {
  const hr = await server.signIn('HR');
  const other = await server.signIn('HR', 'other');
  const ending = await listen(hr);
  const staying = await listen(other);
  await hr.post(PATHS.logout, {});
  await eventually(() => expect(ending.ended).toBe(true));
  const [result] = await admin.push(newCandidate('live-2'));
  await eventually(() => expect(staying.seqs.at(-1)).toBe(seqOf(result)));

  const superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(operation('update', 'user', userIdOf('HR'), { isActive: false }));
  await eventually(() => expect(staying.ended).toBe(true));
});

test('the channel ends within seconds where the session ended unheard: a command beside the server tells nobody', async () => {
  const losing = await server.signIn('Employee');
  await enrol(losing);
  const live = await listen(losing);
  await resetSecondFactor(server.database, emailOf('Employee'));
  await eventually(() => expect(live.ended).toBe(true));
});

test('one session has a few channels at most: the oldest gives way', async () => {
  const chief = await server.signIn('Super Admin', 'many channels');
  const open = await Promise.all(Array.from({ length: MOST_CHANNELS.session }, () => listen(chief)));
  expect(open.filter(({ ended }) => ended)).toHaveLength(0);
  for (let more = 0; more < 3; more += 1) open.push(await listen(chief));
  await eventually(() => expect(open.filter(({ ended }) => !ended)).toHaveLength(MOST_CHANNELS.session));
  expect(open.at(-1)?.ended).toBe(false);
  for (const each of open) each.stop();
});

test('one user has a hundred channels at most, of whatever many sessions: the oldest gives way', async () => {
  const office = await startTestServer({ configuration: { maxConnections: 1_000 } });
  try {
    const sessions = MOST_CHANNELS.user / MOST_CHANNELS.session;
    const desks = await Promise.all(
      Array.from({ length: sessions + 1 }, (_, at) => office.signIn('HR', `desk ${at}`)),
    );
    const [one, ...others] = desks;
    const last = others.pop();
    if (!one || !last) throw new Error('There are too few desks');
    const oldest = await listen(one);
    const rest = await Promise.all(
      [one, one, one, ...others.flatMap((desk) => [desk, desk, desk, desk])].map((desk) => listen(desk)),
    );
    expect(rest).toHaveLength(MOST_CHANNELS.user - 1);
    const next = await listen(last);
    await eventually(() => expect(oldest.ended).toBe(true));
    expect([...rest, next].filter(({ ended }) => ended)).toHaveLength(0);
    for (const each of [...rest, next]) each.stop();
  } finally {
    await office.stop();
  }
});

test('of very many desks each hears of what was saved, also those that are told in a later turn', async () => {
  const office = await startTestServer({ configuration: { maxConnections: 1_000 } });
  try {
    const roles = ['Super Admin', 'Admin', 'HR', 'Employee', 'Student'] as const;
    const open: Listening[] = [];
    for (const role of roles)
      for (let desk = 0; desk < 23; desk += 1) {
        const client = await office.signIn(role, `desk ${desk}`);
        open.push(
          ...(await Promise.all(Array.from({ length: MOST_CHANNELS.session }, () => listen(client)))),
        );
      }
    expect(open.length).toBeGreaterThan(FIRST_OF_WAVE);
    await eventually(() => expect(open.filter(({ seqs }) => seqs.length !== 1)).toHaveLength(0));
    const writer = await office.signIn('Admin');
    let last = 0;
    for (const id of ['many-1', 'many-2', 'many-3']) {
      const [result] = await writer.push(newCandidate(id));
      last = seqOf(result);
    }
    await eventually(() => expect(open.filter(({ seqs }) => seqs.at(-1) !== last)).toHaveLength(0));
    // Each wave told all of the same, although the log went on between its parts.
    expect(new Set(open.map(({ seqs }) => seqs.slice(1).join())).size).toBe(1);
    for (const each of open) each.stop();
  } finally {
    await office.stop();
  }
});

test('with all channels taken the next one is refused, and told when to try again; calls go on', async () => {
  const small = await startTestServer({ configuration: { maxConnections: 20 } });
  try {
    const desks = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => small.signIn('Admin', name)));
    const open = await Promise.all(desks.flatMap((desk) => [listen(desk), listen(desk), listen(desk)]));
    expect(open).toHaveLength(15);
    const late = await small.signIn('Super Admin');
    const refused = await late.get(PATHS.live);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await late.get(PATHS.me)).status).toBe(200);
    for (const each of open) each.stop();
    await eventually(async () => {
      const live = await listen(late);
      live.stop();
    });
  } finally {
    await small.stop();
  }
});

test('with all channels taken a session that has as many as it may still opens one in the place of its oldest', async () => {
  const small = await startTestServer({ configuration: { maxConnections: 20 } });
  try {
    const desks = await Promise.all(['a', 'b', 'c', 'd'].map((name) => small.signIn('Admin', name)));
    const [full, ...others] = desks;
    if (!full) throw new Error('There is no desk');
    const own = await Promise.all([full, full, full, full].map((desk) => listen(desk)));
    const rest = await Promise.all(
      [...others, ...others, ...others, ...others].slice(0, 11).map((desk) => listen(desk)),
    );
    const next = await listen(full);
    await eventually(() => expect(own.filter(({ ended }) => ended)).toHaveLength(1));
    expect([...rest, next].filter(({ ended }) => ended)).toHaveLength(0);
    for (const each of [...own, ...rest, next]) each.stop();
  } finally {
    await small.stop();
  }
});

test('the application of this PC hears how many others are connected, until their last channel ends', async () => {
  const office = await startTestServer();
  try {
    const count = async (own: string): Promise<unknown> => {
      const { result } = await office.aboutNetwork({ type: 'network', id: 1, own });
      return (JSON.parse(result ?? 'null') as { connected: unknown }).connected;
    };
    const [one, other] = [await office.signIn('HR', 'one'), await office.signIn('Admin', 'other')];
    expect(await count('')).toBe(0);
    const open = [await listen(one), await listen(one), await listen(other)];
    expect([await count(''), await count(`one of ${userIdOf('HR')}`)]).toEqual([2, 1]);
    for (const [at, left] of [2, 1, 0].entries()) {
      open[at]?.stop();
      await eventually(async () => expect(await count('')).toBe(left));
    }
  } finally {
    await office.stop();
  }
});

test('a quiet channel is kept open by what passes proxies at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const office = await startTestServer();
  try {
    const { url, token } = await office.signIn('HR');
    const response = await fetch(url + PATHS.live, { headers: { authorization: `Bearer ${token}` } });
    // Else a proxy gathers what it hands on, or packs it.
    expect([response.headers.get('x-accel-buffering'), response.headers.get('cache-control')]).toEqual([
      'no',
      'no-cache, no-transform',
    ]);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toMatch(/^event: seq\n/);
    vi.advanceTimersByTime(15_000);
    expect((await reader?.read())?.value).toBe(':\n\n');
    await reader?.cancel();
  } finally {
    await office.stop();
    vi.useRealTimers();
  }
});

test('a server that ends opens no channel that nobody would end', async () => {
  const ending = await startTestServer();
  const { url, token } = await ending.signIn('HR');
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // A call that is under way when the server is told to end.
  socket.write(`GET ${PATHS.live} HTTP/1.1\r\nHost: ${hostname}\r\n`);
  await once(socket, 'connect');
  // By then it has taken the connection: it takes them in their order.
  await ending.client().get(PATHS.me);
  const heard = once(socket, 'close');
  const stopped = ending.stop();
  socket.write(`Authorization: Bearer ${token}\r\n\r\n`);
  // The server may have said it, and be gone, before this end has read it.
  await Promise.all([stopped, heard]);
  expect(said).toMatch(/^HTTP\/1.1 503 .*"code":"unavailable"/s);
});

test('who is gone before the channel could be opened holds none', async () => {
  const metricsToken = 'metrics-of-this-test';
  const office = await startTestServer({ configuration: { metricsToken } });
  try {
    const { url, token } = await office.signIn('HR');
    const { hostname, port } = new URL(url);
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    // The server is in this process: after so many turns of its own the connection breaks off.
    for (let turns = 0; turns < 40; turns += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(
        `GET ${PATHS.live} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      for (let at = 0; at < turns; at += 1) await turn();
      socket.resetAndDestroy();
    }
    const staying = await listen(await office.signIn('Admin'));
    const read = async (): Promise<string> =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text();
    await eventually(async () =>
      expect(/^placement_desk_live_channels (.*)$/m.exec(await read())?.[1]).toBe('1'),
    );
    expect(staying.ended).toBe(false);
    staying.stop();
  } finally {
    await office.stop();
  }
});

test('without a session there is no channel', async () => {
  expect(await server.client().get(PATHS.live)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});

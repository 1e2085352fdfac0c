import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readJoinCode, writeJoinCode, type JoinCode } from '#shared/protocol/joining.ts';
import type { JoinedOffice } from '#shared/protocol/server-choice.ts';
import { JOIN_CODES_PATH, JOIN_PATH } from '#shared/protocol/joining.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { CERTIFICATES } from '../tests/product/certificates.ts';
import { create, edit, get, PERSON, shows } from './desk/testing/record-steps.ts';
import { ServerConnection } from './desk/server/server-connection.ts';
import { freePortFrom } from './free-port.ts';
import { STRONG_PASSWORD, temporaryFolder, TestDesk } from './desk/testing/test-desk.ts';
import { until } from './desk/testing/until.ts';
import { addressOf } from './office-settings.ts';
import { ADMIN, Pc } from './testing/pc.ts';

/** A PC that began alone lets the office in, on real processes: its server, its desk, and the desk of another PC. */

let pc: Pc;
const folders: ReturnType<typeof temporaryFolder>[] = [];
const desks: TestDesk[] = [];
const takers: Server[] = [];

beforeEach(async () => {
  pc = new Pc();
  await pc.turnOn();
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  for (const taker of takers.splice(0)) taker.close();
  await pc.remove();
  for (const folder of folders.splice(0)) folder.remove();
});

const kept = (): unknown => JSON.parse(readFileSync(join(pc.folder, 'network.json'), 'utf8'));
const open = (anotherPort = false): ReturnType<typeof pc.desk.call<'network.open'>> =>
  pc.desk.call('network.open', { anotherPort });

async function portNow(): Promise<number> {
  const { port } = await pc.server.standing();
  if (port === null) throw new Error('It was never opened.');
  return port;
}

/** A code that leads to the PC as this computer sees it. */
async function codeOf(desk: TestDesk): Promise<JoinCode> {
  const made = await desk.call('joinCodes.make', { hours: 1, uses: 5 });
  const code = readJoinCode(made.code);
  if (!code) throw new Error(made.code);
  expect(code.addresses[0]).toMatch(/^https:/);
  return { ...code, addresses: [`https://127.0.0.1:${await portNow()}`] };
}

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
}

/** Another PC: joins by the code, and opens what it joined. */
async function joinedPc(code: JoinCode, folder = newFolder()): Promise<TestDesk> {
  const found: JoinedOffice[] = [];
  const office = {
    get: async () => ({ joined: null, proposed: null, demo: false }),
    join: async (wanted: JoinedOffice) => void found.push(wanted),
    leave: async () => undefined,
    leaveDemo: async () => undefined,
  };
  const welcome = await TestDesk.open(newFolder(), 'http://127.0.0.1:1', undefined, { office });
  await welcome.call('serverChoice.join', { text: writeJoinCode(code) });
  await welcome.close();
  const [joined] = found;
  if (!joined) throw new Error('It joined nothing.');
  const desk = await TestDesk.open(folder, addressOf(joined));
  desks.push(desk);
  await desk.call('session.signIn', { email: ADMIN.email, password: ADMIN.password });
  await desk.inStep();
  return desk;
}

async function take(port: number): Promise<Server> {
  const taker = createServer();
  takers.push(taker);
  await new Promise<void>((resolve, reject) => {
    taker.once('error', reject);
    taker.listen(port, '0.0.0.0', resolve);
  });
  return taker;
}

const freed = (taker: Server): Promise<void> => new Promise((resolve) => taker.close(() => resolve()));

describe('opened to the network', () => {
  test('the PC goes on with its data, another joins by a code, and a restart keeps it', async () => {
    await pc.begin();
    const id = await create(pc.desk, 'candidate', { ...PERSON });
    await pc.desk.inStep();
    expect((await pc.server.address).url).toMatch(/^http:/);

    // A quick hand: the second click finds it done.
    const [standing] = await Promise.all([open(), open()]);
    expect(standing).toMatchObject({ open: true, trouble: null, connected: 0, signedIn: 0 });
    expect(pc.starts).toBe(2);
    expect(kept()).toEqual({ open: true, port: standing?.port });
    const address = await pc.server.address;
    expect(address).toEqual({ url: `https://127.0.0.1:${standing?.port}`, key: standing?.key });
    // Saved while the server changes, or just after: nothing of it is lost.
    await edit(pc.desk, id, { fullName: 'Meera Menon' });
    await pc.desk.inStep();

    const code = await codeOf(pc.desk);
    expect(code.key).toBe(address.key);
    const other = await joinedPc(code);
    expect((await get(other, id))?.record['fullName']).toBe('Meera Menon');
    await edit(other, id, { mobile: '98200 54321' });
    await shows(pc.desk, id, 'mobile', '98200 54321');
    await until('it is counted', async () => (await pc.server.standing()).connected === 1);
    expect(await pc.server.standing()).toMatchObject({ signedIn: 1 });

    // Whoever uses the data would lose it: this PC does not just go to another server.
    await pc.desk.call('session.signOut', {});
    await expect(pc.desk.call('serverChoice.join', { text: writeJoinCode(code) })).rejects.toThrow(
      "1 other PC is using this PC's data",
    );
    await pc.desk.call('session.signIn', { email: ADMIN.email, password: ADMIN.password });

    await pc.turnOff();
    await edit(other, id, { fullName: 'Meera Pillai' });
    await pc.turnOn();
    expect(await pc.server.address).toEqual(address);
    await other.inStep();
    await pc.desk.inStep();
    await shows(pc.desk, id, 'fullName', 'Meera Pillai');

    // Closed: the other is refused, and this PC goes on.
    expect(await pc.desk.call('network.close', {})).toMatchObject({ open: false, key: null, addresses: [] });
    expect(kept()).toEqual({ open: false, port: standing?.port });
    await edit(pc.desk, id, { fullName: 'Meera Shah' });
    await pc.desk.inStep();
    await other.call('sync.now', {});
    await other.state('offline');
    expect((await get(other, id))?.record['fullName']).toBe('Meera Pillai');
    await expect(fetch(`http://127.0.0.1:${standing?.port}/api/health`)).rejects.toThrow();

    // Opened again it is at the same place, by the same key, and what the other had joined is good.
    expect(await open()).toMatchObject({ open: true, port: standing?.port, key: standing?.key });
    await other.inStep();
    await shows(other, id, 'fullName', 'Meera Shah');
  });

  test('what waits is sent wherever the server is by then', async () => {
    await pc.begin();
    await pc.desk.inStep();
    const opening = open();
    const ids = [];
    for (let at = 0; at < 20; at += 1)
      ids.push(
        await create(pc.desk, 'candidate', {
          ...PERSON,
          fullName: `Meera ${at}`,
          mobile: `98200 123${10 + at}`,
          email: `m${at}@mail.test`,
        }),
      );
    await opening;
    await pc.desk.inStep();
    const other = await joinedPc(await codeOf(pc.desk));
    for (const id of ids) expect(await get(other, id)).not.toBeNull();
  });
});

describe('a port that is taken', () => {
  test('at the first opening: another one is taken, said and kept', async () => {
    await pc.begin();
    await take(5701).catch(() => undefined);
    const standing = await open();
    expect(standing).toMatchObject({ open: true, otherPort: true, trouble: null });
    expect(standing?.port).toBeGreaterThan(5701);
    await pc.desk.inStep();
  });

  test('at a start: it is said, this PC goes on by itself, and is open again once it is free', async () => {
    await pc.begin();
    const port = (await open())?.port ?? 0;
    await pc.turnOff();
    const taker = await take(port);
    await pc.turnOn();
    expect(await pc.server.standing()).toMatchObject({
      open: true,
      port,
      addresses: [],
      trouble: `Other PCs cannot reach this PC now; it goes on by itself. Another program has its port, ${port}.`,
    });
    expect((await pc.server.address).url).toMatch(/^http:/);
    await pc.desk.inStep();
    // Not without being told to: PCs know that port.
    await expect(open()).rejects.toMatchObject({ code: 'conflict' });
    expect(kept()).toEqual({ open: true, port });
    await freed(taker);
    expect(await open()).toMatchObject({ open: true, port, trouble: null });
    await pc.desk.inStep();
  });

  test('that is free again later is used without being told to', async () => {
    await pc.begin();
    const port = (await open())?.port ?? 0;
    await pc.turnOff();
    const taker = await take(port);
    await pc.turnOn({ lookAgainMs: 50 });
    expect((await pc.server.standing()).trouble).toContain('Another program has its port');
    await freed(taker);
    await until('it is open', async () => (await pc.server.standing()).trouble === null);
    expect((await pc.server.address).url).toBe(`https://127.0.0.1:${port}`);
    await pc.desk.inStep();
  });

  test('another port is used where the user says so', async () => {
    await pc.begin();
    const port = (await open())?.port ?? 0;
    await pc.turnOff();
    await take(port);
    await pc.turnOn();
    const standing = await open(true);
    expect(standing).toMatchObject({ open: true, trouble: null });
    expect(standing?.port).not.toBe(port);
    expect(kept()).toEqual({ open: true, port: standing?.port });
  });

  test('after a crash of the server: this PC goes on by itself', async () => {
    await pc.begin();
    const port = (await open())?.port ?? 0;
    await pc.desk.inStep();
    const moves = pc.moves.length;
    process.kill(pc.serverPid, 'SIGKILL');
    // Before the next one is started.
    while (!(await take(port).catch(() => null)));
    await until('the server moved', () => pc.moves.length > moves);
    expect(pc.moves.at(-1)).toMatch(/^http:/);
    expect((await pc.server.standing()).trouble).toContain(`Another program has its port, ${port}.`);
    await pc.desk.inStep();
  });
});

describe('a key that is lost', () => {
  test('is said; a new one opens this PC again, and whoever joined needs a new code', async () => {
    await pc.begin();
    const standing = await open();
    const folder = newFolder();
    const other = await joinedPc(await codeOf(pc.desk), folder);
    const old = await codeOf(pc.desk);
    await pc.turnOff();
    rmSync(join(pc.serverFolder, 'tls', 'key.pem'));
    await pc.turnOn();
    const lost = await pc.server.standing();
    expect(lost).toMatchObject({ open: true, addresses: [], keyLost: true });
    expect(lost.trouble).toMatch(
      /key\.pem is missing, .* make a new key under Office network: every PC then needs a new join code\.$/,
    );
    const id = await create(pc.desk, 'candidate', { ...PERSON });
    await pc.desk.inStep();

    const renewed = await pc.desk.call('network.newKey', {});
    expect(renewed).toMatchObject({ open: true, port: standing?.port, trouble: null, keyLost: false });
    expect(renewed?.key).not.toBe(standing?.key);
    expect(await pc.server.address).toEqual({
      url: `https://127.0.0.1:${standing?.port}`,
      key: renewed?.key ?? '',
    });
    await edit(pc.desk, id, { fullName: 'Meera Menon' });
    await pc.desk.inStep();

    await other.call('sync.now', {});
    await other.state('offline');
    expect(JSON.stringify(await other.call('sync.status', {}))).toContain('answers with another key');
    expect(await get(other, id)).toBeNull();
    await expect(joinedPc(old)).rejects.toThrow();
    const waits = await create(other, 'candidate', { ...PERSON, fullName: 'Saved while refused' });
    await other.call('session.signOut', { evenIfWaiting: true });
    for (const desk of desks.splice(0)) await desk.close();
    const again = await joinedPc(await codeOf(pc.desk), folder);
    expect((await get(again, id))?.record['fullName']).toBe('Meera Menon');
    await shows(pc.desk, waits, 'fullName', 'Saved while refused');
    const { lines } = await pc.desk.call('audit.lines', { action: 'server-key' });
    expect(lines).toMatchObject([{ outcome: 'done', by: { name: ADMIN.name } }]);
  });

  test('is made anew by nobody else, nor where this PC is closed', async () => {
    await pc.begin();
    await expect(pc.desk.call('network.newKey', {})).rejects.toMatchObject({
      code: 'conflict',
      message: 'This PC is closed to the network. Open it first.',
    });
    const standing = await open();
    const other = await joinedPc(await codeOf(pc.desk));
    await expect(other.call('network.newKey', {})).rejects.toMatchObject({ code: 'not-supported' });
    await expect(pc.server.newKey('no token')).rejects.toThrow('Sign in');
    expect(await pc.server.standing()).toMatchObject({ key: standing?.key });
  });
});

describe('cut short', () => {
  test('between the choice and the new start: the next start opens it', async () => {
    await pc.begin();
    await pc.turnOff();
    writeFileSync(
      join(pc.folder, 'network.json'),
      JSON.stringify({ open: true, port: await freePortFrom(5_740) }),
    );
    await pc.turnOn();
    expect(await pc.server.standing()).toMatchObject({ open: true, trouble: null });
    expect((await pc.server.address).url).toMatch(/^https:/);
    await pc.desk.inStep();
  });

  test('by a server that is killed as it starts for this PC alone: it is started again by itself', async () => {
    await pc.turnOff();
    await pc.turnOn({ lookAgainMs: 50 });
    await pc.begin();
    await open();
    const { starts } = pc;
    const closing = pc.desk.call('network.close', {}).catch((error: unknown) => error);
    await until('it is starting', () => pc.starts > starts);
    process.kill(pc.serverPid, 'SIGKILL');
    expect(await closing).toMatchObject({ code: 'conflict' });
    expect(kept()).toMatchObject({ open: false });
    await create(pc.desk, 'candidate', { ...PERSON });
    await pc.desk.inStep();
    expect(pc.moves.at(-1)).toMatch(/^http:/);
    expect(await pc.server.standing()).toMatchObject({ open: false, trouble: null });
    expect(await open()).toMatchObject({ open: true, trouble: null });
  });

  test('a choice that cannot be read lets nobody in, which is said', async () => {
    await pc.begin();
    await pc.turnOff();
    writeFileSync(join(pc.folder, 'network.json'), '{"open": true, "po');
    await pc.turnOn();
    const standing = await pc.server.standing();
    expect(standing).toMatchObject({ open: false, addresses: [] });
    expect(standing.trouble).toContain('could not be read');
    expect((await pc.server.address).url).toMatch(/^http:/);
    expect(await open()).toMatchObject({ open: true, trouble: null });
  });
});

/** The token of the Super Admin's session on a desk of that id. */
async function tokenAt(desk: string): Promise<string> {
  const { url } = await pc.server.address;
  const answer = await fetch(`${url}${PATHS.login}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: ADMIN.email,
      password: ADMIN.password,
      desk: { id: desk, name: 'Another PC' },
    }),
  });
  const said: unknown = await answer.json();
  return String(Reflect.get(Object(said), 'token'));
}

describe('nobody but a Super Admin at this PC', () => {
  test('opens it: neither another role, nor a Super Admin from another PC, nor the network', async () => {
    await pc.begin();
    const access = await tokenAt('another-desk');
    await expect(pc.server.open(access, false)).rejects.toThrow(
      'Only a Super Admin who is signed in on this PC',
    );
    await expect(pc.server.open('no token', false)).rejects.toThrow('Sign in');
    expect(existsSync(join(pc.folder, 'network.json'))).toBe(false);

    await open();
    await expect(pc.server.close(access)).rejects.toThrow('Only a Super Admin who is signed in on this PC');
    const other = await joinedPc(await codeOf(pc.desk));
    expect(await other.call('network.get', {})).toBeNull();
    await expect(other.call('network.close', {})).rejects.toMatchObject({ code: 'not-supported' });
    await expect(other.call('network.open', { anotherPort: true })).rejects.toMatchObject({
      code: 'not-supported',
    });
    await expect(other.call('network.move', {})).rejects.toMatchObject({ code: 'not-supported' });
    expect(kept()).toMatchObject({ open: true });
  });

  test('an Admin of this PC does not', async () => {
    await pc.begin();
    const email = 'ravi.nair@office.example';
    const userId = await create(pc.desk, 'user', { name: 'Ravi Nair', email });
    await pc.desk.call('password.set', { userId, password: STRONG_PASSWORD });
    await create(pc.desk, 'roleAssignment', { userEmail: email, roleName: 'Admin' });
    await pc.desk.inStep();
    await pc.desk.call('session.signOut', {});
    await pc.desk.call('session.signIn', { email, password: STRONG_PASSWORD });
    for (const method of ['network.get', 'network.close', 'network.move'] as const)
      await expect(pc.desk.call(method, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(open()).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('demo data is never opened, also where the choice says so', async () => {
    await pc.turnOff();
    await pc.turnOn({ demo: true });
    await pc.desk.signIn('superadmin');
    await expect(open()).rejects.toThrow('Demo data is never opened');
    expect(existsSync(join(pc.folder, 'network.json'))).toBe(false);
    await pc.turnOff();
    // Started as if it were the user's own.
    writeFileSync(
      join(pc.folder, 'network.json'),
      JSON.stringify({ open: true, port: await freePortFrom(5_740) }),
    );
    await pc.turnOn();
    expect(await pc.server.standing()).toMatchObject({
      trouble: expect.stringContaining('Demo data is never opened to the network.'),
    });
    expect((await pc.server.address).url).toMatch(/^http:/);
  });
});

test('nothing is written out for another server while something waits to be sent', async () => {
  await pc.begin();
  await pc.desk.inStep();
  await pc.server.stop();
  await create(pc.desk, 'candidate', { ...PERSON });
  await expect(pc.desk.call('network.move', {})).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('1 change of yours has not been sent'),
  });
});

test('nor where the PC was locked, or something saved without its server, while the folder was asked for', async () => {
  await pc.begin();
  await pc.desk.inStep();
  const chosenAfter = (meanwhile: () => Promise<unknown>): void => {
    pc.choose = async () => {
      await meanwhile();
      return pc.folder;
    };
  };
  chosenAfter(() => pc.desk.call('session.lock', {}));
  await expect(pc.desk.call('network.move', {})).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The application was locked'),
  });
  await pc.desk.call('session.unlock', { password: ADMIN.password });
  chosenAfter(async () => undefined);
  expect(await pc.desk.call('network.move', {})).toMatchObject({ folder: pc.folder });
  chosenAfter(async () => {
    await pc.server.stop();
    await create(pc.desk, 'candidate', { ...PERSON });
  });
  await expect(pc.desk.call('network.move', {})).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('1 change of yours has not been sent'),
  });
});

describe('another PC of the network', () => {
  test('without a code gets nothing, and no call of the server opens or closes', async () => {
    await pc.begin();
    const port = (await open())?.port ?? 0;
    const at = new ServerConnection(`https://127.0.0.1:${port}`, await pc.server.address);
    const token = await tokenAt('another-desk').catch(() => '');
    // Node's own fetch does not know the certificate.
    expect(token).toBe('');
    for (const path of [PATHS.pull, PATHS.push, '/api/students', JOIN_CODES_PATH]) {
      await expect(at.call(path, { method: 'GET' })).rejects.toThrow();
    }
    await expect(
      at.call(JOIN_PATH, { body: { token: 'a'.repeat(22), computer: 'Stranger' } }),
    ).rejects.toMatchObject({ code: 'not-found' });
    for (const path of ['/api/network', '/api/network/open', '/api/office/network', '/api/permit-network'])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
        await expect(at.call(path, { method })).rejects.toMatchObject({ code: 'not-found' });
    // In the clear nothing is answered.
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
  });

  test('is not given away to another server in its place', async () => {
    await pc.begin();
    await pc.desk.inStep();
    const port = (await open())?.port ?? 0;
    const other = await joinedPc(await codeOf(pc.desk));
    await pc.turnOff();
    const heard: string[] = [];
    const impostor = createSecureServer(CERTIFICATES.one, (request, response) => {
      heard.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => impostor.listen(port, '0.0.0.0', resolve));
    await create(other, 'candidate', { ...PERSON });
    await until('it says so', async () => {
      await other.call('sync.now', {});
      return JSON.stringify(await other.call('sync.status', {})).includes('answers with another key');
    });
    expect(heard).toEqual([]);
    await new Promise((resolve) => impostor.close(resolve));
    await pc.turnOn();
    await other.inStep();
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readJoinCode, writeJoinCode, type JoinCode } from '#shared/protocol/joining.ts';
import type { JoinedOffice } from '#shared/protocol/server-choice.ts';
import { run, start, type Running } from '../../../tests/product/processes.ts';
import { PASSWORD, temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import type { OfficeChoice } from './joining.ts';

/** What a PC does with a join code: the server's half is in server/joining. */

const SERVER = 'out/main/server.js';
const NETWORK = { SERVER_HOST: '0.0.0.0', TLS_OWN: 'on', ANNOUNCE: 'off', DATABASE_URL: '' };

let data = '';
let server: Running;
let desk: TestDesk;
let joined: JoinedOffice[];
const folder = temporaryFolder();

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'placement-joining-'));
  server = await start(
    SERVER,
    ['--data', data, '--port', '0', '--demo'],
    /Listening on (https:\S+)/,
    [],
    NETWORK,
  );
  joined = [];
  const office: OfficeChoice = {
    get: async () => ({ joined: null, proposed: null, demo: false }),
    join: async (found) => void joined.push(found),
    leave: async () => undefined,
    leaveDemo: async () => undefined,
  };
  // Until it joins, the PC has a server of its own, here one that is not there.
  desk = await TestDesk.open(folder.path, 'http://127.0.0.1:1', undefined, { office });
});
afterEach(async () => {
  await desk.desk.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
  folder.remove();
});

/** A code that leads to the server as this computer sees it. */
async function makeCode(more: readonly string[] = []): Promise<JoinCode> {
  const { port } = new URL(server.address);
  const address = `https://127.0.0.1:${port}`;
  const said = await run(SERVER, ['--data', data, '--join-code', '--address', address, ...more], {
    ...NETWORK,
    SERVER_PORT: port,
  });
  const code = readJoinCode(/PD1-[\w-]+/.exec(said)?.[0] ?? '');
  if (!code) throw new Error(said);
  return code;
}

const joinBy = (code: JoinCode): Promise<null> =>
  desk.call('serverChoice.join', { text: writeJoinCode(code) });

describe('a join code', () => {
  test('of a server with a certificate of its own is good for as many PCs as it says, and its key is kept', async () => {
    const code = await makeCode(['--uses', '1']);
    await joinBy(code);
    const [address = ''] = code.addresses;
    expect(joined).toEqual([{ server: address, others: [], key: code.key, office: null, plainHttp: false }]);
    await expect(joinBy(code)).rejects.toMatchObject({ code: 'not-found' });
    expect(joined).toHaveLength(1);

    // Opened with what was kept, the desk signs in there; with another key not.
    const other = temporaryFolder();
    const key = code.key ?? '';
    const at = (of: string): Promise<TestDesk> =>
      TestDesk.open(other.path, { id: `key:${of}`, url: address, key: of });
    const right = await at(key);
    await right.call('session.signIn', { email: 'hr@demo.test', password: PASSWORD });
    await right.inStep();
    await right.desk.close();
    const wrong = await at(`${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`);
    const refusal = wrong.call('session.signIn', { email: 'hr@demo.test', password: PASSWORD });
    await expect(refusal).rejects.toThrow('answers with another key than the server that this PC joined');
    await wrong.desk.close();
    other.remove();
  });

  test('whose key another server has joins nothing, and its token is not told', async () => {
    const code = await makeCode(['--uses', '1']);
    const forged = { ...code, key: 'x'.repeat(43) };
    await expect(joinBy(forged)).rejects.toThrow('answers with another key');
    expect(joined).toEqual([]);
    // Nobody used it up.
    await joinBy(code);
    expect(joined).toHaveLength(1);
  });

  test('leads to the address that answers, and keeps the others', async () => {
    const code = await makeCode();
    const [address = ''] = code.addresses;
    await joinBy({ ...code, addresses: ['https://127.0.0.1:1', address] });
    expect(joined).toMatchObject([{ server: address, others: ['https://127.0.0.1:1'] }]);
  });

  test('to a server without HTTPS needs to be allowed on the PC too', async () => {
    const code = { addresses: ['http://desk.office.invalid:5701'], key: null, token: 't'.repeat(22) };
    await expect(joinBy(code)).rejects.toMatchObject({ code: 'conflict' });
    const text = writeJoinCode(code);
    const allowed = desk.call('serverChoice.join', { text, allowPlainHttp: true });
    await expect(allowed).rejects.toMatchObject({ code: 'offline' });
  });
});

test('who is signed in, and whoever works in a browser, chooses no server', async () => {
  const choosing = { text: 'https://desk.office.invalid' };
  const plain = await TestDesk.open(join(folder.path, 'browser'), 'http://127.0.0.1:1');
  await expect(plain.call('serverChoice.join', choosing)).rejects.toMatchObject({ code: 'not-supported' });
  await expect(plain.call('serverChoice.nearby', {})).rejects.toMatchObject({ code: 'not-supported' });
  expect(await plain.call('serverChoice.get', {})).toMatchObject({ choosable: false });
  await plain.desk.close();
});

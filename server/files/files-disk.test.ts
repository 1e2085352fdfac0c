import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCandidate } from '../testing/client.ts';
import { getFile, hashOf, picture, putFile } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

test.skipIf(process.platform === 'win32')(
  'while the disk of the files hangs people sign in and save, files are refused, and it is used again once it answers',
  async () => {
    const hr = await server.signIn('HR');
    const bytes = picture('on a disk that hangs');
    const hash = hashOf(bytes);
    expect((await putFile(hr, bytes)).status).toBe(200);
    // Whoever reads it hangs, as on a shared folder that is away.
    const path = join(server.dataFolder, 'files', hash.slice(0, 2), hash.slice(2));
    rmSync(path);
    execFileSync('mkfifo', [path]);
    const asked = Array.from({ length: 6 }, () => getFile(hr, hash));
    const within = (work: Promise<unknown>): Promise<unknown> =>
      Promise.race([work, new Promise((resolve) => setTimeout(resolve, 30_000, 'no answer'))]);
    try {
      // By the second one all six hang.
      for (const role of ['Admin', 'Super Admin', 'Admin', 'Super Admin'] as const)
        expect(await within(server.signIn(role))).not.toBe('no answer');
      expect(await within(hr.push(newCandidate('new')))).toMatchObject([{ status: 'applied' }]);
      const answers = await within(Promise.all(asked));
      expect((answers as { status: number }[]).map(({ status }) => status)).toEqual(asked.map(() => 503));
      // At once from now on.
      expect((await getFile(hr, hash)).status).toBe(503);
      expect(await within(server.signIn('Employee'))).not.toBe('no answer');
    } finally {
      // Whoever hangs there finds its end.
      const answering = setInterval(() => closeSync(openSync(path, 'r+')), 20);
      await Promise.all(asked);
      await expect.poll(async () => (await putFile(hr, picture('it answers'))).status).toBe(200);
      clearInterval(answering);
    }
  },
);

test('a file that was cut short on the disk is whole again once a desk sends it', async () => {
  const hr = await server.signIn('HR');
  const bytes = picture('cut short by a disk that was full');
  const hash = hashOf(bytes);
  expect((await putFile(hr, bytes)).status).toBe(200);
  const path = join(server.dataFolder, 'files', hash.slice(0, 2), hash.slice(2));
  truncateSync(path, 0);
  expect((await putFile(hr, bytes)).status).toBe(200);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

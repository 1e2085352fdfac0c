import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../testing/server.ts';

/** What the container of deploy/Dockerfile asks of itself. */
const [program = '', ...args] = JSON.parse(
  /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(
    readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8'),
  )?.[1] ?? '[]',
) as string[];
const ask = (port: string): Promise<unknown> =>
  promisify(execFile)(program, args, { env: { ...process.env, SERVER_PORT: port } });

it.each([
  ['in the clear', false],
  ['with a certificate of its own', true],
])('the container is healthy while its server answers %s', async (_, tlsOwn) => {
  const server = await startTestServer({ configuration: { tlsOwn } });
  onTestFinished(() => server.drop());
  const { port } = new URL(server.url);
  await ask(port);
  await server.close();
  await expect(ask(port)).rejects.toMatchObject({ code: 1 });
});

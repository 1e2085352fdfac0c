import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CERTIFICATES } from '../tests/product/certificates.ts';
import { HealthWatch } from './health-watch.ts';
import { eventually } from '../tests/product/eventually.ts';

/** More questions than a server is given that answers none. */
const MANY = 60;

test('a server over HTTPS that nobody has signed for is well as long as it answers', async () => {
  let asked = 0;
  const server = createServer(CERTIFICATES.one, (_request, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const hung = vi.fn();
  const watch = new HealthWatch(`https://127.0.0.1:${port}/api/health`, () => true, hung, 10);
  onTestFinished(() => watch.stop());
  await eventually(() => expect(asked).toBeGreaterThan(MANY));
  expect(hung).not.toHaveBeenCalled();
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { JoinedOffice } from '#shared/protocol/server-choice.ts';
import { openOffice } from '../testing/office.ts';
import { TestDesk } from '../testing/test-desk.ts';

const office = openOffice();

it('who signs in while a slow server is asked stays with the server that it is', async () => {
  const slow = createServer().listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const joined: JoinedOffice[] = [];
  const desk = await TestDesk.open(office.newFolder(), office.network.url, undefined, {
    office: {
      get: async () => ({ joined: null, proposed: null, demo: false }),
      join: async (found) => void joined.push(found),
      leave: async () => undefined,
      leaveDemo: async () => undefined,
    },
  });
  office.desks.push(desk);
  const { port } = slow.address() as AddressInfo;
  const joining = desk.call('serverChoice.join', { text: `http://127.0.0.1:${port}` });
  const [, response] = (await once(slow, 'request')) as [IncomingMessage, ServerResponse];
  await desk.signIn('hr');
  const health = { status: 'ok', version: '0.2.0', engine: 'sqlite', seq: 1 };
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(health));
  await expect(joining).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^Sign out/),
  });
  expect(joined).toEqual([]);
  slow.close();
});

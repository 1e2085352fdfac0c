import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { DeskEvents } from '../workspace/desk-events.ts';
import { writePage } from '../sync/page-writer.ts';
import { pushSome } from '../sync/push.ts';
import { applyRevoked } from '../sync/revoked.ts';
import { ServerAccess } from './server-access.ts';
import { ServerConnection } from './server-connection.ts';
import { admin, openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';

it('a server that answers every call with {} is told of in a sentence, and tried again', async () => {
  const folder = temporaryFolder();
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const access = new ServerAccess({
      connection: new ServerConnection(`http://127.0.0.1:${port}`),
      desk: { id: 'desk', name: 'Desk' },
      credentials: { email: 'hr@demo.test', refreshToken: 'token' },
      receipt: () => undefined,
      onRenewed: () => Promise.reject(new Error('Nothing was renewed')),
    });
    await expect(access.token()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('does not understand') as string,
    });
    const signedIn = new ServerAccess(
      {
        connection: new ServerConnection(`http://127.0.0.1:${port}`),
        desk: { id: 'desk', name: 'Desk' },
        credentials: { email: 'hr@demo.test' },
        receipt: () => undefined,
        onRenewed: () => Promise.resolve(),
      },
      { token: 'token', expiresIn: 900, user: admin },
    );
    const workspace = openWorkspace(folder.path);
    try {
      const [row] = sampleCandidates(1);
      writePage(workspace.cache, workspace.overlay, pageOf('candidate', row ? [row] : [], { seq: 1 }));
      const edit = { entity: 'candidate', id: row?._id ?? '', base: 1, changes: { city: 'Pune' } } as const;
      workspace.writer.save(edit, workspace.actor);
      const { signal } = new AbortController();
      await expect(pushSome(workspace, signedIn, signal)).rejects.toThrow('does not understand');
      expect(workspace.outbox.unansweredCount()).toBe(1);
      await expect(applyRevoked(workspace, signedIn, new DeskEvents(), signal)).rejects.toThrow(
        'does not understand',
      );
    } finally {
      workspace.close();
    }
  } finally {
    folder.remove();
    server.close();
  }
});

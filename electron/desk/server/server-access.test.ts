import { expect, it } from 'vitest';
import { admin } from '../testing/sample-rows.ts';
import { ServerAccess } from './server-access.ts';
import { ServerConnection } from './server-connection.ts';

/** With nothing that a new token could be had by: what is not used any more is missed. */
const accessWith = (expiresIn: number): ServerAccess =>
  new ServerAccess(
    {
      connection: new ServerConnection('http://127.0.0.1:9'),
      desk: { id: 'desk', name: 'Desk' },
      credentials: { email: 'hr@demo.test' },
      receipt: () => undefined,
      onRenewed: () => Promise.resolve(),
    },
    { token: 'token', expiresIn, user: admin },
  );

it.each([900, 20])(
  'a token that is good for %i seconds is used for at least half of them',
  async (expiresIn) => {
    const access = accessWith(expiresIn);
    expect(await access.token()).toBe('token');
    expect(await access.token()).toBe('token');
  },
);

it('a token that is over is not used any more', async () => {
  await expect(accessWith(0).token()).rejects.toMatchObject({ code: 'unauthenticated' });
});

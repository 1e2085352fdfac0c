import { execFileSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';

const office = openOffice();

/** No file of this process may grow beyond so much: the system refuses the writes as a full disk does. */
const limitFiles = (size: string): void =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`]);
afterEach(() => limitFiles('unlimited'));

it('whoever logs out with a full disk is logged out in every window', async () => {
  const desk = await office.deskOf('hr');
  limitFiles('0');
  const refusal = await desk
    .call('session.signOut', { evenIfWaiting: true })
    .catch((error: unknown) => error);
  limitFiles('unlimited');
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect((await desk.call('session.get', {})).user).toBeNull();
  expect(desk.events.at(-1)).toMatchObject({ event: 'session', data: { user: null } });
});

import { expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { openOffice } from '../testing/office.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** A desk that is closed while its server does not answer. */

const office = openOffice();
/** Well below what a call is waited for. */
const SOON_MS = 15_000;

async function signedInAndClosed(): Promise<() => Promise<TestDesk>> {
  const folder = office.newFolder();
  const keychain = memoryKeychain();
  const desk = await TestDesk.open(folder, office.network.url, keychain);
  await desk.signIn('hr');
  await desk.inStep();
  await desk.close();
  return () => TestDesk.open(folder, office.network.url, keychain);
}

const renewals = (): number => office.network.calls.filter((path) => path === PATHS.refresh).length;

it(
  'does not wait for a renewal, which reaches the server all the same; the next start goes on with the session',
  async () => {
    const start = await signedInAndClosed();
    // Twice: the one that was cut off is not the last, and no later one is taken for a reuse.
    for (const time of [1, 2]) {
      office.network.holdBack([PATHS.refresh]);
      const desk = await start();
      await until('a renewal under way', () => renewals() === time);
      await desk.close();
      office.network.mend();
    }
    office.network.loseAnswers(PATHS.refresh, 1);
    const lost = await start();
    await until('a renewal whose answer is lost', () => renewals() > 2);
    await lost.close();

    const desk = await start();
    office.desks.push(desk);
    expect(await desk.call('session.get', {})).toMatchObject({ user: { email: 'hr@demo.test' } });
    await desk.inStep();
  },
  SOON_MS,
);

it(
  'keeps a renewal that was answered, though nothing else is',
  async () => {
    const start = await signedInAndClosed();
    office.network.holdBack([PATHS.pull, PATHS.push, PATHS.live, PATHS.checksum]);
    const desk = await start();
    await until('a call after the renewal', () => office.network.calls.at(-1) === PATHS.pull);
    await desk.close();
    office.network.mend();
    const next = await start();
    office.desks.push(next);
    await next.inStep();
  },
  SOON_MS,
);

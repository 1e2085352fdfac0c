import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_DESKTOP_SETTINGS, type DesktopState } from '#shared/window/desktop-settings.ts';
import { DAY, setClock } from '../testing/clock.ts';
import { openOffice } from '../testing/office.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import type { DesktopHost } from './desktop-host.ts';

const office = openOffice();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A desk in step, and what its desktop was told last. */
async function deskWithDesktop(): Promise<{ desk: TestDesk; text: () => string }> {
  const stood: DesktopState[] = [];
  const desktop: DesktopHost = {
    remind: async () => undefined,
    takeBack: async () => undefined,
    stand: async (state) => void stood.push(state),
    startAtLogin: async () => null,
  };
  const desk = await TestDesk.open(office.newFolder(), office.network.url, memoryKeychain(), { desktop });
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
  return { desk, text: () => stood.at(-1)?.dueText ?? '' };
}

async function saveWithCall(desk: TestDesk, nextCall: number): Promise<void> {
  const { user } = await desk.call('session.get', {});
  const call = { map: user?._id ?? '', nextCall: new Date(nextCall).toISOString() };
  const changes = {
    fullName: 'Asha Rao',
    mobile: '98200 12345',
    email: 'asha@mail.test',
    city: 'Latur',
    ...call,
  };
  await desk.call('records.save', { entity: 'candidate', id: null, base: null, changes });
}

it('a clock that was ahead leaves nothing wrong on the desktop for longer than seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { desk, text } = await deskWithDesktop();
  await saveWithCall(desk, Date.now() + (20 / 24) * DAY);
  await desk.inStep();
  const look = (): Promise<unknown> =>
    desk.call('desktop.set', { settings: DEFAULT_DESKTOP_SETTINGS, startAtLogin: null });
  await look();
  const right = text();

  setClock(0.99);
  await look();
  expect(text()).not.toBe(right);
  vi.restoreAllMocks();
  vi.advanceTimersByTime(15_000);
  await until('what is due by the right clock', () => text() === right, 5_000);
});

it('what the user has to do is counted at once, also while the server does not answer', async () => {
  const { desk, text } = await deskWithDesktop();
  const before = text();
  office.network.fallSilent();
  await saveWithCall(desk, Date.now());
  await until('it is counted', () => text() !== before, 10_000);
  office.network.mend();
});

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

it('a clock that was ahead leaves nothing wrong on the desktop for longer than seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
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
  const { user } = await desk.call('session.get', {});
  const call = { map: user?._id ?? '', nextCall: new Date(Date.now() + (20 / 24) * DAY).toISOString() };
  const changes = {
    fullName: 'Asha Rao',
    mobile: '98200 12345',
    email: 'asha@mail.test',
    city: 'Latur',
    ...call,
  };
  await desk.call('records.save', { entity: 'candidate', id: null, base: null, changes });
  await desk.inStep();
  const look = (): Promise<unknown> =>
    desk.call('desktop.set', { settings: DEFAULT_DESKTOP_SETTINGS, startAtLogin: null });
  const text = (): string => stood.at(-1)?.dueText ?? '';
  await look();
  const right = text();

  setClock(0.99);
  await look();
  expect(text()).not.toBe(right);
  vi.restoreAllMocks();
  vi.advanceTimersByTime(15_000);
  await until('what is due by the right clock', () => text() === right, 5_000);
});

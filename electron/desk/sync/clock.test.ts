import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import type { SyncPosition } from '../cache/cache.ts';
import { DAY, daysPass, setClock } from '../testing/clock.ts';
import { openKept } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();
const YEARS_MS = 5 * 365 * 86_400_000;

it('a clock that was years ahead does not put the check off', async () => {
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.server.url);
  await desk.signIn('superadmin');
  await desk.inStep();
  await desk.close();
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('cache.db'),
  );
  const cache = openKept(join(folder, file ?? ''), 'NORMAL');
  const { value } = cache.prepare(`SELECT value FROM sync_state WHERE name = 'position'`).get() as {
    value: string;
  };
  const position = JSON.parse(value) as SyncPosition;
  const ahead = JSON.stringify({ ...position, checkedAt: Date.now() + YEARS_MS });
  cache.prepare(`UPDATE sync_state SET value = ? WHERE name = 'position'`).run(ahead);
  cache.close();
  const again = await TestDesk.open(folder, office.network.url);
  office.desks.push(again);
  await again.signIn('superadmin');
  await until('the check', () => office.network.calls.some((path) => path.startsWith(PATHS.checksum)));
});

it('pictures noted by a clock that was ahead are kept as long as others, and no longer', () => {
  const folder = office.newFolder();
  let workspace = openWorkspace(folder);
  let { files } = workspace.outbox;
  const [sent, unnamed] = ['a', 'b'].map((letter) => letter.repeat(64)) as [string, string];
  const now = Date.now();
  files.add(unnamed, now + YEARS_MS);
  files.add(sent, now);
  files.markSent(sent, now + YEARS_MS);
  files.prune(now);
  expect([files.holds(sent), files.holds(unnamed)]).toEqual([true, true]);
  workspace.close();
  workspace = openWorkspace(folder);
  ({ files } = workspace.outbox);
  files.prune(now + 2 * 86_400_000);
  expect([files.holds(sent), files.holds(unnamed)]).toEqual([true, false]);
  files.prune(now + 15 * 86_400_000);
  expect(files.holds(sent)).toBe(false);
  workspace.close();
});

it('a clock that is not the server’s is told of until it is put right', async () => {
  const desk = await office.deskOf('hr');
  const ahead = async (): Promise<number | null> => (await desk.call('sync.status', {})).clockAhead;
  try {
    expect(await ahead()).toBeNull();
    setClock(365);
    expect(Math.round(((await ahead()) ?? 0) / DAY)).toBe(365);
    await desk.call('sync.now', {});
    expect(Math.round(((await ahead()) ?? 0) / DAY)).toBe(365);
    setClock(-1);
    expect(Math.round(((await ahead()) ?? 0) / DAY)).toBe(-1);
    vi.restoreAllMocks();
    expect(await ahead()).toBeNull();
    // A night asleep is none.
    daysPass(1);
    expect(await ahead()).toBeNull();
  } finally {
    vi.restoreAllMocks();
  }
});

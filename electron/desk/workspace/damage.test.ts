import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isLeaf, spoil } from '../testing/failing-disk.ts';
import { openOffice } from '../testing/office.ts';
import { create, get, PERSON } from '../testing/record-steps.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

function fileOf(folder: string, name: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith(`/${name}`),
  );
  if (found === undefined) throw new Error(`There is no ${name}`);
  return join(folder, found);
}

const isOperation = (page: Buffer): boolean => isLeaf(page) && page.includes(PERSON.fullName);
const discards = (desk: TestDesk): string[] => desk.logged.filter((line) => line.includes('damaged'));

describe('a cache on a failing disk', () => {
  it('is made anew a few times, then left, and the user is told what may be wrong', async () => {
    const folder = office.newFolder();
    const desk = await TestDesk.open(folder, office.server.url);
    office.desks.push(desk);
    await desk.signIn('superadmin');
    await desk.inStep();
    const failing = new AbortController();
    const disk = (async () => {
      while (!failing.signal.aborted) {
        try {
          spoil(fileOf(folder, 'cache.db'), (page) => isLeaf(page) && page.includes('@demo.test'));
        } catch {
          // The desk has just put the file aside, or SQLite does not write to what is left of it.
        }
        await after(20);
      }
    })();
    const query = { entity: 'candidate', list: 'candidates', offset: 0, limit: 500 } as const;
    const asking = (async () => {
      while (!failing.signal.aborted) {
        await desk.call('records.list', query).catch(() => undefined);
        await desk.call('sync.now', {}).catch(() => undefined);
        await after(5);
      }
    })();
    try {
      await until(
        'the disk is named',
        async () => (await desk.call('sync.status', {})).problem?.includes('disk may be failing'),
        60_000,
      );
      // Each is told, and that it comes to an end.
      expect(discards(desk).length).toBeLessThan(6);
    } finally {
      failing.abort();
      await Promise.all([disk, asking]);
    }
    expect(
      readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('cache.db.damaged')),
    ).not.toEqual([]);
  }, 120_000);
});

describe('an outbox that is damaged while the desk works', () => {
  it('costs neither the cache nor the desk, and syncing goes on', async () => {
    const folder = office.newFolder();
    const desk = await TestDesk.open(folder, office.network.url);
    office.desks.push(desk);
    await desk.signIn('superadmin');
    await desk.inStep();
    office.network.cut();
    const ids: string[] = [];
    for (let number = 0; number < 30; number += 1) {
      ids.push(await create(desk, 'candidate', { ...PERSON, remarks: 'x'.repeat(1_000) }));
    }
    const outbox = fileOf(folder, 'outbox.db');
    let hit = 0;
    // Every third page with operations.
    spoil(outbox, (page) => isOperation(page) && (hit += 1) % 3 === 0);
    office.network.mend();
    await desk.inStep();
    const status = await desk.call('sync.status', {});
    expect(status.notices[0]?.message).toContain('was damaged');
    expect(
      readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('cache.db.damaged')),
    ).toEqual([]);
    const there = await Promise.all(ids.map((id) => get(desk, id)));
    expect(there.filter((view) => view !== null).length).toBeGreaterThan(15);
    await desk.call('sync.putAway', { id: status.notices[0]?.id ?? '' });
    expect((await desk.call('sync.status', {})).attention).toBe(status.attention - 1);
  }, 60_000);
});

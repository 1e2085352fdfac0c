import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { openOffice } from '../testing/office.ts';
import { noKeychain, TestDesk } from '../testing/test-desk.ts';

const office = openOffice();

async function signedIn(name: string): Promise<TestDesk> {
  const desk = await TestDesk.open(office.newFolder(), office.network.url, noKeychain);
  office.desks.push(desk);
  await desk.signIn(name);
  await desk.inStep();
  return desk;
}

describe('the audit log', () => {
  it('is read page by page, of one action or all, by a Super Admin', async () => {
    const superAdmin = await signedIn('superadmin');
    const url = `${office.server.url}${PATHS.login}`;
    for (let at = 0; at < 55; at += 1) {
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `nobody${at}@mail.test`, password: 'not this one' }),
      });
    }
    const first = await superAdmin.call('audit.lines', { action: 'sign-in' });
    expect(first.lines).toHaveLength(50);
    expect(first.more).toBe(true);
    expect(first.lines[0]).toMatchObject({ outcome: 'refused', account: expect.any(String), by: null });
    const rest = await superAdmin.call('audit.lines', { action: 'sign-in', before: first.lines.at(-1)?._id });
    expect(rest.more).toBe(false);
    const ids = [...first.lines, ...rest.lines].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await superAdmin.call('audit.lines', { action: 'role-change' })).more).toBe(false);
  });

  it('has what each user took, day by day', async () => {
    const superAdmin = await signedIn('superadmin');
    const data = new BetterSqlite3(join(office.serverData.path, 'server.db'));
    for (let day = 1; day < 10; day += 1) {
      data.prepare(`INSERT INTO data_taken VALUES (?, 'u', 'rest', 'job', 1, NULL)`).run(`2026-01-0${day}`);
    }
    data.close();
    const first = await superAdmin.call('audit.dataTaken', {});
    const [own] = first.lines;
    expect(own?.firstSynced).toBeGreaterThan(0);
    expect(first.more).toBe(true);
    const before = first.lines.at(-1)?.day;
    expect(before).toBe('2026-01-04');
    const rest = await superAdmin.call('audit.dataTaken', { before });
    expect(rest.lines.map(({ day }) => day)).toEqual(['2026-01-03', '2026-01-02', '2026-01-01']);
    expect(rest.more).toBe(false);
  });

  it('is for nobody else', async () => {
    const admin = await signedIn('admin');
    await expect(admin.call('audit.lines', {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(admin.call('audit.dataTaken', {})).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is on the server, and says so offline', async () => {
    const superAdmin = await signedIn('superadmin');
    office.network.cut();
    await expect(superAdmin.call('audit.lines', {})).rejects.toMatchObject({
      code: 'offline',
      message: 'The audit log is on the server. Connect, then try again.',
    });
    office.network.mend();
  });
});

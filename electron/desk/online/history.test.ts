import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import type { AuditLine } from '#shared/protocol/audit.ts';
import { deletedPlaceOf } from '#shared/protocol/history.ts';
import { PATHS, type LoginResponse } from '#shared/protocol/sync.ts';
import { openOffice } from '../testing/office.ts';
import { noKeychain, PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

async function signedIn(name: string, url = office.network.url): Promise<TestDesk> {
  const desk = await TestDesk.open(office.newFolder(), url, noKeychain);
  office.desks.push(desk);
  await desk.signIn(name);
  await desk.inStep();
  return desk;
}

let made = 0;

/** A candidate saved on the desk, and nothing more. */
async function added(desk: TestDesk): Promise<{ id: string; base: number; fullName: string }> {
  const fullName = `Candidate ${(made += 1)}`;
  const changes = { fullName, mobile: '98200 12345', email: `c${made}@people.test` };
  const { record, base } = await desk.call('records.save', {
    entity: 'candidate',
    id: null,
    base: null,
    changes,
  });
  return { id: record._id, base, fullName };
}

const isThere = async (desk: TestDesk, id: string): Promise<boolean> =>
  (await desk.call('records.get', { entity: 'candidate', id })) !== null;

describe('history of a record', () => {
  it('holds what was saved here a moment ago, and goes on page by page', async () => {
    const desk = await signedIn('admin');
    const { id, base } = await added(desk);
    for (let at = 0; at < 35; at += 1) {
      await desk.call('records.save', { entity: 'candidate', id, base, changes: { city: `City ${at}` } });
    }
    const first = await desk.call('history.of', { entity: 'candidate', id });
    expect(first.entries).toHaveLength(30);
    expect(first.more).toBe(true);
    expect(first.entries[0]?.fields).toMatchObject([{ label: 'City', old: 'City 33', new: 'City 34' }]);
    const before = first.entries.at(-1)?.seq;
    const rest = await desk.call('history.of', { entity: 'candidate', id, before });
    expect(rest.more).toBe(false);
    expect(rest.entries.at(-1)?.kind).toBe('create');
    expect(first.entries.length + rest.entries.length).toBe(36);
  });

  it('is on the server, and says so offline', async () => {
    const desk = await signedIn('admin');
    office.network.cut();
    await expect(desk.call('history.of', { entity: 'candidate', id: 'any' })).rejects.toMatchObject({
      code: 'offline',
      message: 'The history is on the server. Connect, then try again.',
    });
    await expect(desk.call('history.deleted', { entity: 'candidate' })).rejects.toMatchObject({
      code: 'offline',
    });
    await expect(desk.call('sessions.list', {})).rejects.toMatchObject({ code: 'offline' });
  });

  it('brings back a record that another desk deleted, for everybody', async () => {
    const hr = await signedIn('hr');
    const { id, fullName } = await added(hr);
    await hr.call('records.delete', { entity: 'candidate', id });
    await hr.inStep();
    await expect(hr.call('history.deleted', { entity: 'candidate' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const admin = await signedIn('admin');
    const deleted = await admin.call('history.deleted', { entity: 'candidate' });
    expect(deleted.records[0]).toMatchObject({ _id: id, title: fullName });
    await admin.call('records.restore', { entity: 'candidate', id });
    await admin.inStep();
    await until('back on both desks', async () => (await isThere(admin, id)) && (await isThere(hr, id)));
    const { entries } = await admin.call('history.of', { entity: 'candidate', id });
    expect(entries.map(({ kind }) => kind)).toEqual(['restore', 'delete', 'create']);
  });
});

it('finds deleted records page by page', async () => {
  const hr = await signedIn('hr');
  const ids: string[] = [];
  for (let at = 0; at < 60; at += 1) ids.push((await added(hr)).id);
  for (const id of ids) await hr.call('records.delete', { entity: 'candidate', id });
  await hr.inStep();
  const admin = await signedIn('admin');
  const first = await admin.call('history.deleted', { entity: 'candidate' });
  expect([first.records.length, first.more]).toEqual([50, true]);
  const last = first.records.at(-1);
  const before = last && deletedPlaceOf(last);
  const rest = await admin.call('history.deleted', { entity: 'candidate', before });
  expect(rest.more).toBe(false);
  const found = [...first.records, ...rest.records].map(({ _id }) => _id);
  expect(found).toEqual(expect.arrayContaining(ids));
});

describe('exports in the audit log', () => {
  it('are told to the server, later where it cannot be reached, and once', async () => {
    const desk = await signedIn('hr');
    const target = office.newFolder();
    desk.dialog.answer = async () => ({ path: join(target, 'list.csv') });
    office.network.cut();
    const query = { entity: 'candidate', list: 'placement' } as const;
    const { rows } = await desk.call('export.start', { id: 'e1', query });
    office.network.mend();
    await desk.call('sync.now', {});
    await desk.inStep();
    const login = await fetch(office.server.url + PATHS.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'superadmin@demo.test', password: PASSWORD }),
    });
    const { token } = (await login.json()) as LoginResponse;
    const told = await until('told', async () => {
      const answer = await fetch(`${office.server.url}${PATHS.audit}?action=export`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const lines = (await answer.json()) as AuditLine[];
      return lines.length > 0 && lines;
    });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ detail: { entity: 'candidate', list: 'placement', rows } });
  });
});

describe('sessions', () => {
  it('are listed and ended from another desk, which is told why', async () => {
    const here = await signedIn('employee');
    const there = await signedIn('employee');
    const listed = await here.call('sessions.list', {});
    expect(listed).toHaveLength(2);
    const other = listed.find(({ current }) => !current);
    await here.call('sessions.end', { id: other?._id ?? '' });
    const state = await until('signed out', async () => {
      const now = await there.call('session.get', {});
      return now.user === null && now;
    });
    expect(state.notice).toBe('You were signed out from another of your devices. Sign in again.');
    expect((await here.call('session.get', {})).user).not.toBe(null);
    expect(await here.call('sessions.list', {})).toHaveLength(1);
  });
});

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { LoginResponse } from '#shared/protocol/sync.ts';
import { beginErasing, endErasing } from '../storage/begun-erasing.ts';
import { serverFolder, userFolder } from '../storage/data-folders.ts';
import { keepKeys, makeKeys } from '../storage/key-file.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, PERSON, shows } from '../testing/record-steps.ts';
import { noKeychain, TestDesk } from '../testing/test-desk.ts';
import { bringAlong } from './known-otherwise.ts';

/** The same server by another key, or at another address: what was saved for it waits, as whoever makes a new key is told. */

const office = openOffice();

async function deskKnowing(key: string, folder: string): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, { id: `key:${key}`, url: office.network.url }, noKeychain);
  office.desks.push(desk);
  return desk;
}

it('what was saved under the old key, or typed, is there under the new one, and is sent', async () => {
  const folder = office.newFolder();
  const before = await deskKnowing('old', folder);
  await before.signIn('hr');
  await before.inStep();
  const id = await create(before, 'candidate', { ...PERSON, fullName: 'Of the old key' });
  await before.inStep();
  office.network.cut();
  await before.state('offline');
  await edit(before, id, { city: 'Pune' });
  const waits = await create(before, 'candidate', { ...PERSON, fullName: 'Never sent' });
  const draft = {
    id: newId(),
    entity: 'candidate',
    recordId: newId(),
    isNew: true,
    form: '/candidate',
  } as const;
  const none = { title: '', seen: {}, references: {}, about: null, beside: {} };
  await before.call('drafts.keep', { ...draft, ...none, values: { fullName: 'Half typed' } });
  await before.call('session.signOut', { evenIfWaiting: true });
  await office.desks.pop()?.close();
  office.network.mend();

  const after = await deskKnowing('new', folder);
  await after.signIn('hr');
  await after.inStep();
  const other = await office.deskOf('admin');
  await shows(other, id, 'city', 'Pune');
  await shows(other, waits, 'fullName', 'Never sent');
  expect((await after.call('drafts.list', {})).drafts).toMatchObject([{ id: draft.id }]);
  expect(await after.call('sync.tray', {})).toEqual([]);
});

it('goes along with nobody but the server whose key opens it, and in the place of nothing', () => {
  const data = office.newFolder();
  const user = { _id: newId(), name: 'Asha Rao', email: 'asha@demo.test', role: 'HR' };
  const [key, another] = [randomBytes(32), randomBytes(32)];
  const answer = (of: Buffer | null): LoginResponse => ({
    user,
    token: 't',
    expiresIn: 900,
    ...(of ? { dataKey: of.toString('base64') } : {}),
  });
  const former = userFolder(serverFolder(data, 'key:old'), user._id);
  writeFileSync(join(former, 'outbox.db'), 'waits');
  keepKeys(former, makeKeys(), { session: randomBytes(32), server: key });
  const there = (folder: string): boolean => existsSync(join(folder, 'outbox.db'));

  const now = serverFolder(data, 'key:new');
  const folder = userFolder(now, user._id);
  for (const given of [answer(null), answer(another)]) bringAlong(now, folder, given);
  expect([there(former), there(folder)]).toEqual([true, false]);
  // The data of this computer's own server stays its own.
  const own = serverFolder(data, 'embedded');
  bringAlong(own, userFolder(own, user._id), answer(key));
  expect(there(former)).toBe(true);
  mkdirSync(join(folder, 'files'));
  bringAlong(now, folder, answer(key));
  expect(there(former)).toBe(true);
  const elsewhere = serverFolder(data, 'https://desk.office.example');
  // What is being erased goes where it is: its note beside it would not come along.
  beginErasing(former, { what: 'all' });
  bringAlong(elsewhere, userFolder(elsewhere, user._id), answer(key));
  expect(there(former)).toBe(true);
  endErasing(former);
  bringAlong(elsewhere, userFolder(elsewhere, user._id), answer(key));
  expect([there(former), there(userFolder(elsewhere, user._id))]).toEqual([false, true]);
});

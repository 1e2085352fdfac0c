import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingsFileOf, writeJoinCode } from '#shared/protocol/joining.ts';
import { openOffice } from '../testing/office.ts';
import { noKeychain, TestDesk } from '../testing/test-desk.ts';

/** Decision 36: join codes, asked of the server, and the settings file of one. */

const office = openOffice();

async function signedIn(name: string): Promise<TestDesk> {
  const desk = await TestDesk.open(office.newFolder(), office.network.url, noKeychain);
  office.desks.push(desk);
  await desk.signIn(name);
  return desk;
}
const CODE = writeJoinCode({
  addresses: ['https://desk.office.test:5701'],
  key: 'k'.repeat(43),
  token: 't'.repeat(22),
});

it('an administrator asks the server, which says where it is not reached; HR is refused; offline says so', async () => {
  const [admin, hr] = [await signedIn('admin'), await signedIn('hr')];
  const { notReached } = await admin.call('office.get', {});
  expect(notReached).toContain('SERVER_HOST');
  expect(await admin.call('joinCodes.list', {})).toEqual([]);
  await expect(admin.call('joinCodes.make', { hours: 1, uses: 1 })).rejects.toMatchObject({
    code: 'conflict',
    message: notReached,
  });
  await expect(admin.call('joinCodes.end', { id: 'none/../x' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(hr.call('joinCodes.list', {})).rejects.toMatchObject({ code: 'forbidden' });
  office.network.cut();
  await expect(admin.call('joinCodes.list', {})).rejects.toMatchObject({
    code: 'offline',
    message: 'Join codes are made by the server. Connect, then try again.',
  });
});

it('the settings file is written whole to the chosen place, private, and only of a code', async () => {
  const desk = await signedIn('admin');
  const folder = join(office.newFolder(), 'saved');
  mkdirSync(folder);
  desk.dialog.answer = () => Promise.resolve({ path: join(folder, 'placement-desk.ini') });
  expect(await desk.call('joinCodes.saveFile', { code: `${CODE.slice(0, 9)}\n${CODE.slice(9)} ` })).toEqual({
    fileName: 'placement-desk.ini',
    download: null,
  });
  expect(readFileSync(join(folder, 'placement-desk.ini'), 'utf8')).toBe(settingsFileOf(CODE));
  await expect(desk.call('joinCodes.saveFile', { code: `${CODE}\n[other]\nline=1` })).rejects.toMatchObject({
    code: 'bad-request',
  });
  desk.dialog.answer = () => Promise.resolve({ path: join(folder, 'gone', 'placement-desk.ini') });
  await expect(desk.call('joinCodes.saveFile', { code: CODE })).rejects.toMatchObject({
    code: 'unavailable',
  });
  desk.dialog.answer = () => Promise.resolve(null);
  expect((await desk.call('joinCodes.saveFile', { code: CODE })).fileName).toBeNull();
  expect(readdirSync(folder)).toEqual(['placement-desk.ini']);
});

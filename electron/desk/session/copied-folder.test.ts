import { cpSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fileNamed } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

const kept = (folder: string, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(fileNamed(folder, name), 'utf8')) as Record<string, unknown>;

it('a copied data folder is another desk: nobody is overwritten untold, and what waits is taken in once', async () => {
  const keychain = memoryKeychain();
  const one = office.newFolder();
  const other = office.newFolder();
  const open = async (folder: string): Promise<TestDesk> => {
    const desk = await TestDesk.open(folder, office.network.url, keychain);
    office.desks.push(desk);
    return desk;
  };
  const before = await open(one);
  await before.signIn('hr');
  await before.inStep();
  const id = await create(before, 'candidate', { ...PERSON, city: 'Nagpur' });
  await before.inStep();
  office.network.cut();
  await edit(before, id, { city: 'Pune' });
  const made = await create(before, 'candidate', { ...PERSON, fullName: 'Made before the copy' });
  await office.desks.pop()?.close();
  const [deskId, { deskProof }] = [kept(one, 'desk.json')['id'], kept(one, 'session.json')];
  cpSync(one, other, { recursive: true });

  const first = await open(one);
  expect((await first.call('session.get', {})).user).not.toBeNull();
  const second = await open(other);
  expect((await second.call('session.get', {})).user).toBeNull();
  await second.signIn('hr');
  expect(await get(second, id)).toMatchObject({ record: { city: 'Pune' }, waiting: true });
  office.network.mend();
  for (const desk of [first, second]) {
    await desk.call('sync.now', {});
    await desk.inStep();
    expect(await desk.call('sync.tray', {})).toEqual([]);
  }
  expect([kept(one, 'desk.json')['id'], kept(one, 'session.json')['deskProof']]).toEqual([deskId, deskProof]);
  expect(kept(other, 'desk.json')['id']).not.toBe(deskId);
  const administrator = await office.deskOf('superadmin');
  await shows(administrator, id, 'city', 'Pune');
  await shows(administrator, made, 'fullName', 'Made before the copy');

  const base = (await get(second, id))?.base ?? 0;
  await edit(first, id, { city: 'Of the first' });
  await first.inStep();
  await second.call('records.save', { entity: 'candidate', id, base, changes: { city: 'Of the second' } });
  await second.inStep();
  const told = await until('told', async () => {
    const entries = await first.call('sync.tray', {});
    return entries.length > 0 && entries;
  });
  expect(told).toMatchObject([
    { kind: 'conflict', fields: [{ value: 'Of the first', stands: 'Of the second' }] },
  ]);
  // Started again where they are, both are who they were.
  const after = kept(other, 'desk.json');
  for (const desk of office.desks.splice(0)) await desk.close();
  await open(other);
  expect(kept(other, 'desk.json')).toEqual(after);
});

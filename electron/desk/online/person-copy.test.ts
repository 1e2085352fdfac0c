import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { noKeychain, TestDesk } from '../testing/test-desk.ts';

/** Decision 32: a copy of all that is kept about a person, as a file. */

const office = openOffice();

async function signedIn(name: string): Promise<TestDesk> {
  const desk = await TestDesk.open(office.newFolder(), office.network.url, noKeychain);
  office.desks.push(desk);
  await desk.signIn(name);
  await desk.inStep();
  return desk;
}

it('is written whole to the chosen place, and nothing of it where the network goes', async () => {
  const desk = await signedIn('admin');
  const [row] = (
    await desk.call('records.list', { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 })
  ).rows;
  const id = row?._id ?? '';
  const folder = join(office.newFolder(), 'saved');
  mkdirSync(folder);
  const answer = (name: string) => () => Promise.resolve({ path: join(folder, name) });
  desk.dialog.answer = answer('one.json');
  const saved = await desk.call('persons.copy', { entity: 'candidate', id, format: 'json' });
  expect(saved).toEqual({ fileName: 'one.json', download: null });
  const copy = JSON.parse(readFileSync(join(folder, 'one.json'), 'utf8')) as { records: { id: string }[] };
  expect(copy.records.map((record) => record.id)).toContain(id);

  desk.dialog.answer = () => Promise.resolve(null);
  const given = { entity: 'candidate', id, format: 'html' } as const;
  expect(await desk.call('persons.copy', given)).toEqual({ fileName: null, download: null });

  office.network.cut();
  desk.dialog.answer = answer('two.html');
  await expect(desk.call('persons.copy', given)).rejects.toMatchObject({ code: 'offline' });
  expect(readdirSync(folder)).toEqual(['one.json']);
});

it('is for administrators: HR is not even asked where to', async () => {
  const desk = await signedIn('hr');
  await expect(
    desk.call('persons.copy', { entity: 'candidate', id: 'any', format: 'json' }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  expect(desk.dialog.asked).toEqual([]);
});

import { existsSync } from 'node:fs';
import { throughKey } from '../testing/kept-keys.ts';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { fileNamed, filesBelow, textsOnDisk } from '../testing/folder-contents.ts';
import { csvOf, give, judge } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Decision 33: who is erased is not in the rows of an import either, nor in its file. */

const office = openOffice();
const HER = { fullName: 'Zubeida Quraishi', mobile: '98450 77123', email: 'zubeida@sample.test' };
const TRACES = [
  'Zubeida',
  'ZUBEIDA',
  'Quraishi',
  '98450',
  '9845077123',
  'zubeida@',
  'Suratstreet',
  'Ujjainroad',
  'Kotagate',
];

async function erase(desk: TestDesk, id: string, from: TestDesk): Promise<void> {
  await shows(desk, id, 'fullName', HER.fullName);
  await desk.call('persons.erase', {
    entity: 'candidate',
    id,
    reason: 'Asked by letter',
    name: HER.fullName,
  });
  await until('she is gone', async () => (await get(from, id)) === null);
}

const rowsOf = async (desk: TestDesk, id: string) =>
  desk.call('import.rows', { id, state: null, offset: 0, limit: 50 });

it('takes the rows of who is erased out of an import, and what else it has of them, and goes on with the rest', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const id = await create(hr, 'candidate', HER);
  await hr.inStep();
  const csv = csvOf([
    ['First name', 'Last name', 'Mobile', 'Email', 'City'],
    ['Zubeida', 'Q.', '+91-98450-77123', '', 'Suratstreet'],
    ['Bela', 'Rao', '98111 70001', 'bela@sample.test', 'Pune'],
    ['Z', 'Q', '98111 70002', 'ZUBEIDA@sample.test', 'Ujjainroad'],
    ['ZUBEIDA', 'Quraishi', '98111 70003', 'other@sample.test', 'Kotagate'],
    ['Chitra', 'Sen', '98111 70004', 'chitra@sample.test', 'Delhi'],
  ]);
  const { id: file } = await give(hr, 'candidate', 'leads.csv', csv);
  await judge(hr, { fields: ['fullName', null, 'mobile', 'email', 'city'] });
  expect((await rowsOf(hr, file)).total).toBe(5);
  expect(textsOnDisk(folder, TRACES)).not.toEqual([]);

  await erase(superAdmin, id, hr);
  const { rows, total } = await rowsOf(hr, file);
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Bela', 'Chitra']);
  expect(total).toBe(2);
  const state = await hr.call('import.state', {});
  expect(JSON.stringify(state)).not.toMatch(/zubeida|quraishi|suratstreet|98450/i);
  expect(state?.columns[0]?.samples).toEqual(['Bela', 'Chitra']);
  expect(JSON.stringify((await hr.call('sync.status', {})).notices)).toContain(
    '3 rows of the import were about people',
  );
  await expect(hr.call('import.read', { id: file, heading: 1 })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('the file itself is not kept any more') as unknown,
  });
  const files = filesBelow(folder).filter((path) => path.includes('import.'));
  expect(files.map((path) => basename(path))).toContain('import.db');
  for (const path of files)
    for (const trace of TRACES)
      expect(Buffer.concat(throughKey(path)).includes(trace), `${path}: ${trace}`).toBe(false);
  expect(await hr.call('import.run', { id: file })).toMatchObject({ added: 2 });
  await hr.inStep();
  office.desks.splice(office.desks.indexOf(hr), 1);
  await hr.close();
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
});

it('forgets the columns of a file in which her row was taken for the headings, and remembers those of others', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const id = await create(hr, 'candidate', HER);
  await hr.inStep();
  const other = ['Asha', 'Rao', '98111 70009'];
  const fields = ['fullName', 'fullName', 'mobile'];
  for (const heading of [
    ['Zubeida', 'Quraishi', '12'],
    ['Her', 'Own', '+91 98450 77123'],
    ['Those', 'Of', 'Others'],
  ]) {
    const { id: file } = await give(hr, 'inquiry', 'few.csv', csvOf([heading, other]));
    await hr.call('import.read', { id: file, heading: 1 });
    await judge(hr, { fields: fields.map((field) => (field === 'fullName' ? 'Name' : field)) });
    await hr.call('import.putAway', { id: file });
  }
  const kept = ['zubeida', '9845077123', 'those'];
  expect(textsOnDisk(folder, kept)).toEqual(kept);
  await erase(superAdmin, id, hr);
  office.desks.splice(office.desks.indexOf(hr), 1);
  await hr.close();
  expect(textsOnDisk(folder, [...kept, ...TRACES])).toEqual(['those']);
});

it('takes out the row of somebody who has another name and number since', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const id = await create(superAdmin, 'candidate', HER);
  await shows(hr, id, 'fullName', HER.fullName);
  const csv = csvOf([
    ['Name', 'Mobile', 'Email'],
    ['Zubeida Quraishi', '98450 77123', 'zubeida@sample.test'],
    ['Esha Rao', '98111 70011', 'esha@sample.test'],
  ]);
  const { id: file } = await give(hr, 'candidate', 'leads.csv', csv);
  expect((await judge(hr)).counts).toMatchObject({ known: 1, new: 1 });
  const other = { fullName: 'Anjum Shaikh', mobile: '98222 00001', email: 'anjum@sample.test' };
  await edit(superAdmin, id, other);
  await shows(hr, id, 'fullName', other.fullName);
  const asked = { entity: 'candidate', id, reason: 'Asked by letter', name: other.fullName } as const;
  await superAdmin.inStep();
  await superAdmin.call('persons.erase', asked);
  await until('she is gone', async () => (await get(hr, id)) === null);
  expect((await rowsOf(hr, file)).total).toBe(1);
  office.desks.splice(office.desks.indexOf(hr), 1);
  await hr.close();
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
});

it('leaves an import of others as it is, and puts one away that cannot be looked through', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const first = await create(hr, 'candidate', HER);
  await hr.inStep();
  const others = csvOf([
    ['Name', 'Mobile'],
    ['Zubeida Rao', '98111 70005'],
  ]);
  const { id } = await give(hr, 'candidate', 'others.csv', others);
  await judge(hr);
  await erase(superAdmin, first, hr);
  expect((await rowsOf(hr, id)).total).toBe(1);
  expect(existsSync(fileNamed(folder, 'import.bytes'))).toBe(true);
  await hr.call('import.putAway', { id });

  const second = await create(hr, 'candidate', HER);
  await hr.inStep();
  // Not read to its end: nobody knows who is in it.
  await give(hr, 'candidate', 'scan.xlsx', Buffer.from('PK\u0003\u0004 no workbook of Zubeida Quraishi'));
  expect((await hr.call('import.state', {}))?.problem).not.toBeNull();
  await erase(superAdmin, second, hr);
  expect(await hr.call('import.state', {})).toBeNull();
  expect(JSON.stringify((await hr.call('sync.status', {})).notices)).toContain('The import was put away');
  expect(filesBelow(folder).filter((path) => /import\.(?:bytes|db)/.test(path))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { Documented } from '#shared/protocol/document-calls.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import { pdf } from '../testing/made-documents.ts';
import { openOffice } from '../testing/office.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Search in documents: rows, counts, boards, selections and exports follow one question. */

const office = openOffice();
let made = 0;

async function person(desk: TestDesk, entity: Documented, fullName: string): Promise<string> {
  made += 1;
  const values =
    entity === 'candidate'
      ? { fullName, mobile: `9811${800_000 + made}`, email: `found${made}@doc.test` }
      : { hrName: fullName, companyName: 'Works' };
  const view = await desk.call('records.save', { entity, id: null, base: null, changes: values });
  return view.record._id;
}

async function add(
  desk: TestDesk,
  entity: Documented,
  of: string,
  text: string,
  kind: 'CV' | 'Certificate' = 'CV',
) {
  const base64 = pdf(text.split('\f')).toString('base64');
  const id = newId();
  await desk.call('documents.add', { id, about: { entity, id: of }, kind, name: `${kind}.pdf`, base64 });
  return id;
}

const query = (search: string, entity: Documented = 'candidate', inDocuments = true) => ({
  entity,
  list: entity === 'candidate' ? 'candidates' : 'hrRecords',
  search,
  inDocuments,
});

async function found(desk: TestDesk, search: string, entity?: Documented, more: Partial<ListQuery> = {}) {
  const asked = { ...query(search, entity), ...more };
  const { rows, total } = await desk.call('records.list', { ...asked, offset: 0, limit: 50 });
  const { sort: _sort, ...counting } = asked;
  const { total: counted } = await desk.call('records.count', counting);
  expect(total ?? counted).toBe(counted);
  expect(counted).toBe(rows.length);
  return rows.map((row) => row._id);
}

it('finds the rows of which one document holds all that is asked, offline too', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  office.network.cut();
  const asha = await person(desk, 'candidate', 'Asha Searched');
  const ravi = await person(desk, 'candidate', 'Ravi Searched');
  const mina = await person(desk, 'candidate', 'Mina Searched');
  const cv = await add(desk, 'candidate', asha, 'Kubernauten and Zookeeper\nR\u00E9sum\u00E9 of Asha');
  await add(desk, 'candidate', ravi, 'Kubernauten');
  await add(desk, 'candidate', ravi, 'Zookeeper');
  await add(desk, 'candidate', mina, 'Kubernauten Zookeeper', 'Certificate');
  const byName = { sort: { field: 'fullName', direction: 'desc' } } as const;
  expect(await found(desk, 'kubernauten', 'candidate', byName)).toEqual([ravi, asha]);
  expect(await found(desk, 'ZOOKEEPER kubernauten')).toEqual([asha]);
  expect(await found(desk, 'zookeeper resume')).toEqual([asha]);
  expect(await found(desk, 'ku re zookee')).toEqual([asha]);
  expect(await found(desk, 'searched')).toEqual([]);
  expect(await found(desk, 'kubernauten', 'candidate', { filter: { fullName: { holds: 'ravi' } } })).toEqual([
    ravi,
  ]);
  expect(await found(desk, 'zookeeper', 'candidate', { similar: true })).toHaveLength(2);

  const picked = { query: query('kubernauten'), picked: { except: [asha] } };
  expect(await desk.call('records.selected', picked)).toEqual({ total: 1, gone: [] });
  const boards = await desk.call('records.countBy', { ...query('kubernauten'), field: 'placementStatus' });
  expect(boards.reduce((sum, { count }) => sum + count, 0)).toBe(2);

  const [place, ...others] = await desk.call('documents.places', {
    entity: 'candidate',
    ids: [asha, mina],
    search: 'resume zookeeper',
  });
  expect(others).toEqual([]);
  expect(place).toMatchObject({ of: asha, document: cv, name: 'CV.pdf' });
  expect(place?.parts).toEqual([
    { text: 'Kubernauten and ', found: false },
    { text: 'Zookeeper', found: true },
    { text: '\n', found: false },
    { text: 'R\u00E9sum\u00E9', found: true },
    { text: ' of Asha', found: false },
  ]);

  office.network.mend();
  await desk.inStep();
  const path = join(office.newFolder(), 'found.csv');
  desk.dialog.answer = () => Promise.resolve({ path });
  const saved = await desk.call('export.start', { id: newId(), query: query('kubernauten') });
  expect(saved).toMatchObject({ outcome: 'saved', rows: 2 });
  expect(readFileSync(path, 'utf8')).toMatch(/Asha Searched[^]*Ravi Searched|Ravi Searched[^]*Asha Searched/);

  const other = await office.deskOf('admin');
  expect(await found(other, 'zookeeper kubernauten')).toEqual([asha]);
  await desk.call('records.delete', { entity: 'document', id: cv });
  expect(await found(desk, 'zookeeper kubernauten')).toEqual([]);
  await desk.inStep();
  await until('gone at the other', async () => (await found(other, 'zookeeper kubernauten')).length === 0);
});

it('all documents of HR records are searched; who sees no documents is told so', async () => {
  const desk = await office.deskOf('admin');
  const kiran = await person(desk, 'hrRecord', 'Kiran Works');
  await add(desk, 'hrRecord', kiran, 'Certified in archery', 'Certificate');
  expect(await found(desk, 'archery', 'hrRecord')).toEqual([kiran]);
  expect(await found(desk, 'archery')).toEqual([]);
  const bad = { ...query('x'), entity: 'inquiry', list: 'inquiries', offset: 0, limit: 5 } as const;
  await expect(desk.call('records.list', bad)).rejects.toMatchObject({ code: 'bad-request' });

  const student = await office.deskOf('student');
  const refused = { code: 'forbidden', message: 'Your role may not see documents' };
  await expect(found(student, 'archery')).rejects.toMatchObject(refused);
  const places = { entity: 'candidate' as const, ids: [kiran], search: 'archery' };
  await expect(student.call('documents.places', places)).rejects.toMatchObject(refused);
  const about = { entity: 'candidate', id: kiran } as const;
  await expect(student.call('documents.of', { about })).rejects.toMatchObject(refused);
});

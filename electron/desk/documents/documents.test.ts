import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { throughKey } from '../testing/kept-keys.ts';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { Documented } from '#shared/protocol/document-calls.ts';
import { documentPiecePath, PATHS, PIECE_BYTES, pieceFrom } from '#shared/protocol/sync.ts';
import { hashOf } from '../files/files-folder.ts';
import { docx, paragraph, pdf } from '../testing/made-documents.ts';
import { DeskProcess, NoAnswer } from '../testing/desk-process.ts';
import { openOffice } from '../testing/office.ts';
import { picture } from '../testing/pictures.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { NOT_SEARCHED, NOTHING_PROPOSED } from './text-of.ts';

const office = openOffice();
let made = 0;

async function candidate(desk: TestDesk, changes: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const values = {
    fullName: `Asha Rao ${made}`,
    mobile: `9811${600_000 + made}`,
    email: `asha${made}@doc.test`,
    ...changes,
  };
  const view = await desk.call('records.save', {
    entity: 'candidate',
    id: null,
    base: null,
    changes: values,
  });
  return view.record._id;
}

const add = (
  desk: TestDesk,
  of: string,
  bytes: Buffer,
  more: { id?: string; kind?: 'CV' | 'Certificate' | 'Other'; name?: string; entity?: Documented } = {},
) => {
  const { id = newId(), kind = 'CV', name = 'CV.pdf', entity = 'candidate' } = more;
  const about = { entity, id: of };
  return desk.call('documents.add', { id, about, kind, name, base64: bytes.toString('base64') });
};
const of = (desk: TestDesk, id: string, entity: Documented = 'candidate') =>
  desk.call('documents.of', { about: { entity, id } });
const resumeOf = async (desk: TestDesk, id: string) =>
  (await desk.call('records.get', { entity: 'candidate', id }))?.record['resumeStatus'];

it('a CV added offline is noted and read, and another desk has it after reconnecting', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const id = await candidate(desk);
  await desk.inStep();
  office.network.cut();
  const bytes = pdf(['Asha Rao\nKubernetes (Go)', 'Second page']);
  const { _id, set, problem } = await add(desk, id, bytes, { name: 'C:\\papers\\Asha CV.pdf' });
  expect(problem).toBeNull();
  const title = (await desk.call('records.get', { entity: 'candidate', id }))?.record['fullName'];
  expect(await of(desk, id)).toMatchObject([
    {
      _id,
      kind: 'CV',
      name: 'Asha CV.pdf',
      type: 'PDF',
      size: bytes.length,
      hasText: true,
      waiting: true,
      mayChange: true,
      mayDelete: true,
    },
  ]);
  expect(await resumeOf(desk, id)).toBe('Uploaded');
  expect(await desk.call('documents.show', { id: _id })).toEqual({
    type: 'PDF',
    base64: bytes.toString('base64'),
  });
  office.network.calls.length = 0;
  office.network.mend();
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  const { calls } = office.network;
  const piece = documentPiecePath(hashOf(bytes), 0, bytes.length);
  expect(calls.indexOf(piece)).toBeGreaterThanOrEqual(0);
  expect(calls.indexOf(piece)).toBeLessThan(calls.lastIndexOf(PATHS.push));
  const [change] = (await desk.call('changes.list', {})).changes;
  expect(change).toMatchObject({ id: set, title: `CV of ${String(title)}` });

  const other = await office.deskOf('admin');
  const view = await other.call('records.get', { entity: 'document', id: _id });
  expect(view?.record).toMatchObject({ text: 'Asha Rao\nKubernetes (Go)\nSecond page', type: 'PDF' });
  expect(await of(other, id)).toMatchObject([{ waiting: false, by: expect.any(String) as string }]);
  const shown = await other.call('documents.show', { id: _id });
  expect(shown).toEqual({ type: 'PDF', base64: bytes.toString('base64') });
});

it('a cut between pieces costs one piece, on the way there and back', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const id = await candidate(desk);
  await desk.inStep();
  const bytes = Buffer.concat([pdf(['Large']), randomBytes(2.5 * PIECE_BYTES)]);
  const hash = hashOf(bytes);
  const [first, second, third] = [0, 1, 2].map((at) =>
    documentPiecePath(hash, at * PIECE_BYTES, bytes.length),
  );
  office.network.cut([second ?? '']);
  const { _id } = await add(desk, id, bytes);
  await until('the second is tried', () => office.network.calls.includes(second ?? ''));
  office.network.mend();
  await desk.inStep();
  const sent = (path?: string) => office.network.calls.filter((call) => call === path).length;
  expect([first, third].map(sent)).toEqual([1, 1]);
  expect(await desk.call('sync.tray', {})).toEqual([]);

  const other = await office.deskOf('admin', office.network.url);
  const back = [0, 1, 2].map((at) => pieceFrom(hash, at * PIECE_BYTES));
  office.network.cut([back[1] ?? '']);
  expect(await other.call('documents.show', { id: _id })).toBeNull();
  office.network.mend();
  const shown = { type: 'PDF', base64: bytes.toString('base64') };
  expect(await other.call('documents.show', { id: _id })).toEqual(shown);
  expect(back.map(sent)).toEqual([1, 2, 1]);
  office.network.cut();
  expect(await other.call('documents.show', { id: _id })).toEqual(shown);
});

it('is added once however often it is asked, and taken back as one change', async () => {
  const desk = await office.deskOf('hr');
  const id = await candidate(desk, { resumeStatus: 'Not Uploaded' });
  await desk.inStep();
  const document = newId();
  const bytes = docx(paragraph('Once'));
  const twice = await Promise.all([
    add(desk, id, bytes, { id: document }),
    add(desk, id, bytes, { id: document }),
  ]);
  const again = await add(desk, id, bytes, { id: document });
  await desk.inStep();
  const late = await add(desk, id, bytes, { id: document });
  for (const each of [...twice, again, late]) expect(each).toEqual(twice[0]);
  expect(await of(desk, id)).toHaveLength(1);
  await expect(add(desk, id, docx(paragraph('Other')), { id: document })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await resumeOf(desk, id)).toBe('Uploaded');
  await desk.call('changes.undoLast', {});
  await desk.inStep();
  expect(await of(desk, id)).toEqual([]);
  expect(await resumeOf(desk, id)).toBe('Not Uploaded');
});

it('what cannot be read is kept all the same, and says so; what is no document is not', async () => {
  const desk = await office.deskOf('hr');
  const id = await candidate(desk);
  const problemOf = async (bytes: Buffer, name: string) =>
    (await add(desk, id, bytes, { name, kind: 'Certificate' })).problem;
  expect(await problemOf(Buffer.from('%PDF-1.7 not a PDF'), 'a.pdf')).toBe(NOT_SEARCHED.unreadable);
  expect(await problemOf(picture('certificate'), 'a.docx')).toBe(NOT_SEARCHED.picture);
  expect(await problemOf(pdf(['']), 'scan.pdf')).toBe(NOT_SEARCHED.empty);
  const damaged = docx('', [{ name: 'word/document.xml', text: '<w:document' }]);
  expect(await problemOf(damaged, 'a.docx')).toBe(NOT_SEARCHED.unreadable);
  const kept = await of(desk, id);
  expect(kept.map(({ type, hasText }) => [type, hasText])).toEqual([
    ['DOCX', false],
    ['PDF', false],
    ['PNG', false],
    ['PDF', false],
  ]);
  await expect(desk.call('documents.show', { id: kept[0]?._id ?? '' })).rejects.toMatchObject({
    code: 'invalid',
    message: 'This document cannot be shown here. Open it in Word to read it.',
  });
  await expect(problemOf(Buffer.from('MZ program'), 'cv.pdf')).rejects.toMatchObject({ code: 'invalid' });
  await expect(problemOf(Buffer.from('PK\u0003\u0004 zip'), 'cv.docx')).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(await resumeOf(desk, id)).not.toBe('Uploaded');
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  const cv = (bytes: Buffer) =>
    desk.call('documents.readCv', { name: 'cv', base64: bytes.toString('base64') });
  expect(await cv(picture('cv'))).toEqual({ proposals: [], problem: NOTHING_PROPOSED.picture });
  expect((await cv(pdf(['Asha Rao']))).problem).toBeNull();
});

it('a role without the right is told so, and HR deletes its own alone', async () => {
  const hr = await office.deskOf('hr');
  const admin = await office.deskOf('admin');
  const id = await candidate(admin);
  await add(admin, id, pdf(['Of the admin']));
  await add(admin, id, pdf(['Offer']), { kind: 'Other' });
  await admin.inStep();
  await until('at the other desk', async () => (await of(hr, id)).length === 2);
  const [offer] = await of(hr, id);
  expect(offer).toMatchObject({ mayDelete: false, mayChange: true });
  await expect(hr.call('records.delete', { entity: 'document', id: offer?._id ?? '' })).rejects.toMatchObject(
    {
      code: 'forbidden',
    },
  );
  const titles = (await admin.call('changes.list', {})).changes.map(({ title }) => title.split(' ')[0]);
  expect(titles.slice(0, 2)).toEqual(['Document', 'CV']);

  for (const name of ['employee', 'student']) {
    const desk = await office.deskOf(name);
    await expect(add(desk, id, pdf(['x']))).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Your role may not add documents',
    });
  }
  await admin.call('records.delete', { entity: 'candidate', id });
  await expect(add(admin, id, pdf(['Late']))).rejects.toMatchObject({
    code: 'not-found',
    message: 'This candidate is no longer there. Somebody may have deleted it. The document was not kept.',
  });
});

it('an interviewer has the CVs of the candidate, and neither file nor text of them afterwards', async () => {
  const admin = await office.deskOf('admin');
  const folder = office.newFolder();
  const employee = await TestDesk.open(folder, office.server.url);
  office.desks.push(employee);
  await employee.signIn('employee');
  await employee.inStep();
  const state = await employee.call('session.get', {});
  const interviewerId = state.user?._id ?? '';
  const id = await candidate(admin, { interviewerId });
  const secret = 'Zirconium quokka';
  const { _id: cv } = await add(admin, id, pdf([secret]));
  await add(admin, id, pdf(['Offer of 9 lakh']), { kind: 'Other' });
  await admin.inStep();
  await until('the CV has come', async () => (await of(employee, id)).length === 1);
  expect(await of(employee, id)).toMatchObject([{ _id: cv, kind: 'CV', mayChange: false, mayDelete: false }]);
  expect(await employee.call('documents.show', { id: cv })).toMatchObject({ type: 'PDF' });
  const holds = (text: string) => filesIn(folder).some((path) => contentOf(path).includes(text));
  expect(holds(secret)).toBe(true);
  const view = await admin.call('records.get', { entity: 'candidate', id });
  await admin.call('records.save', {
    entity: 'candidate',
    id,
    base: view?.base ?? 0,
    changes: { interviewerId: null, interviewerName: null },
  });
  await admin.inStep();
  await until(
    'it is gone',
    async () => (await employee.call('records.get', { entity: 'document', id: cv })) === null,
  );
  await until('nothing of it is left', () => !holds(secret) && !holds(secret.toLowerCase()));
  await expect(employee.call('documents.show', { id: cv })).rejects.toMatchObject({ code: 'not-found' });
});

it('what was added offline is there after a restart; what was killed before its record is asked for again', async () => {
  const folder = office.newFolder();
  const bytes = pdf(['Killed between the two']);
  let desk = await DeskProcess.open(folder, office.network.url);
  const id = newId();
  const document = newId();
  const given = {
    id: document,
    about: { entity: 'candidate', id },
    kind: 'CV',
    name: 'CV.pdf',
    base64: bytes.toString('base64'),
  } as const;
  try {
    await desk.signIn('hr');
    await until('all is here', async () => (await desk.call('sync.status', {})).syncedAt !== null);
    const changes = { fullName: 'Killed', mobile: '9811700001', email: 'killed@doc.test' };
    await desk.call('records.save', { entity: 'candidate', id, base: null, changes });
    await until('sent', async () => (await desk.call('sync.status', {})).waiting === 0);
    office.network.cut();
    const adding = desk.call('documents.add', given).catch((error: unknown) => error);
    await until('the file is kept', () => filesIn(folder).some((path) => path.endsWith(hashOf(bytes))));
    await desk.kill();
    expect(await adding).toBeInstanceOf(NoAnswer);
    desk = await DeskProcess.open(folder, office.network.url);
    expect(await desk.call('documents.of', { about: given.about })).toEqual([]);
    expect(await desk.call('documents.add', given)).toMatchObject({ problem: null });
    await desk.kill();
    desk = await DeskProcess.open(folder, office.network.url);
    expect(await desk.call('documents.of', { about: given.about })).toMatchObject([{ waiting: true }]);
    expect(await desk.call('documents.show', { id: document })).toMatchObject({ type: 'PDF' });
    office.network.mend();
    await desk.call('sync.now', {});
    await until('sent', async () => (await desk.call('sync.status', {})).waiting === 0);
    expect(await desk.call('sync.tray', {})).toEqual([]);
  } finally {
    await desk.kill();
  }
  const other = await office.deskOf('admin');
  expect(await other.call('documents.show', { id: document })).toMatchObject({ type: 'PDF' });
});

/** What is removed meanwhile holds nothing. */
function contentOf(path: string): string {
  try {
    return Buffer.concat(throughKey(path)).toString('latin1');
  } catch {
    return '';
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { pdf } from '../testing/made-documents.ts';
import { openOffice } from '../testing/office.ts';
import { noKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { copyName, type OpenedCopy } from './opened-copies.ts';

const office = openOffice();

it.each([
  ['CV of Asha.pdf', 'PDF', 'CV of Asha.pdf'],
  ['CV.PDF', 'PDF', 'CV.pdf'],
  ['photo.jpeg', 'JPEG', 'photo.jpg'],
  ['CV.pdf.exe', 'PDF', 'CV.pdf.exe.pdf'],
  ['CV.exe', 'DOCX', 'CV.exe.docx'],
  ['../../etc/passwd', 'PDF', '_.._etc_passwd.pdf'],
  ['a\\b:c<d>|"?*%.pdf', 'PDF', 'a_b_c_d______.pdf'],
  ['con.pdf', 'PDF', '_con.pdf'],
  ['LPT1.tar.png', 'PNG', '_LPT1.tar.png'],
  ['.bashrc', 'PNG', 'bashrc.png'],
  ['trailing. .pdf', 'PDF', 'trailing.pdf'],
  ['\u202Efdp.exe', 'PDF', '_fdp.exe.pdf'],
  ['...', 'PDF', 'document.pdf'],
  ['', 'DOCX', 'document.docx'],
] as const)('a copy of %j that is %s is called %j', (name, type, expected) => {
  expect(copyName(name, type)).toBe(expected);
});

it('the name of a copy is short enough for any disk', () => {
  expect(Buffer.byteLength(copyName('ह'.repeat(190), 'DOCX'))).toBeLessThan(255);
  expect(Buffer.byteLength(copyName('😀'.repeat(90), 'DOCX'))).toBeLessThan(255);
});

let people = process.pid;

async function withCv(desk: TestDesk, bytes: Buffer): Promise<string> {
  const changes = {
    fullName: 'Opened',
    mobile: `98118${String(people++ % 100_000).padStart(5, '0')}`,
    email: `${newId()}@doc.test`,
  };
  const { record } = await desk.call('records.save', { entity: 'candidate', id: null, base: null, changes });
  const id = newId();
  const about = { entity: 'candidate', id: record._id } as const;
  await desk.call('documents.add', {
    id,
    about,
    kind: 'CV',
    name: 'My CV.pdf',
    base64: bytes.toString('base64'),
  });
  return id;
}

it('the system opens a copy that nobody else can read, which goes with the session and at the next start', async () => {
  const folder = office.newFolder();
  const copies: OpenedCopy[] = [];
  let refuses = false;
  const abilities = {
    openDocument: async (copy: OpenedCopy): Promise<void> => {
      if (refuses) throw new Error('No program on this computer opens this document (pdf).');
      copies.push(copy);
    },
  };
  const open = async (): Promise<TestDesk> => {
    const desk = await TestDesk.open(folder, office.server.url, noKeychain, abilities);
    office.desks.push(desk);
    await desk.signIn('hr');
    await desk.inStep();
    return desk;
  };
  const bytes = pdf(['Opened']);
  const desk = await open();
  const id = await withCv(desk, bytes);
  expect(await desk.call('documents.open', { id })).toEqual({ download: null });
  const [copy] = copies;
  expect(copy?.fileName).toBe('My CV.pdf');
  const path = join(folder, 'opened', copy?.folder ?? '', copy?.fileName ?? '');
  expect(readFileSync(path).equals(bytes)).toBe(true);
  if (process.platform !== 'win32') {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'opened')).mode & 0o777).toBe(0o700);
  }
  await desk.inStep();
  await desk.call('session.signOut', {});
  expect(existsSync(path)).toBe(false);

  await desk.signIn('hr');
  await desk.inStep();
  await desk.call('documents.open', { id });
  expect(readdirSync(join(folder, 'opened'))).toHaveLength(1);
  refuses = true;
  await expect(desk.call('documents.open', { id })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'No program on this computer opens this document (pdf).',
  });
  await desk.close();
  await open();
  expect(existsSync(join(folder, 'opened'))).toBe(false);
});

it('the copy goes as soon as this computer hears that the person was erased, and that of another person stays', async () => {
  const folder = office.newFolder();
  const copies: OpenedCopy[] = [];
  const abilities = {
    openDocument: async (copy: OpenedCopy): Promise<void> => void copies.push(copy),
  };
  const desk = await TestDesk.open(folder, office.server.url, noKeychain, abilities);
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
  const [gone, kept] = [await withCv(desk, pdf(['Gone'])), await withCv(desk, pdf(['Kept']))];
  await desk.inStep();
  for (const id of [gone, kept]) await desk.call('documents.open', { id });
  const paths = copies.map((copy) => join(folder, 'opened', copy.folder, copy.fileName));
  expect(paths.map((path) => existsSync(path))).toEqual([true, true]);

  const { record } = (await desk.call('records.get', { entity: 'document', id: gone })) ?? {};
  const id = String(record?.['candidate']);
  const admin = await office.deskOf('superadmin');
  await admin.call('persons.erase', { entity: 'candidate', id, name: 'Opened', reason: 'A letter' });
  await until('this computer has heard of it', () => (existsSync(paths[0] ?? '') ? null : true));
  expect(existsSync(paths[1] ?? '')).toBe(true);
});

it('the copy goes too when the document is deleted by somebody else', async () => {
  const folder = office.newFolder();
  const copies: OpenedCopy[] = [];
  const abilities = { openDocument: async (copy: OpenedCopy): Promise<void> => void copies.push(copy) };
  const desk = await TestDesk.open(folder, office.server.url, noKeychain, abilities);
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
  const [gone, kept] = [await withCv(desk, pdf(['Deleted'])), await withCv(desk, pdf(['Kept on']))];
  await desk.inStep();
  for (const id of [gone, kept]) await desk.call('documents.open', { id });
  const paths = copies.map((copy) => join(folder, 'opened', copy.folder, copy.fileName));
  const admin = await office.deskOf('admin');
  await admin.call('records.delete', { entity: 'document', id: gone });
  await until('this computer has heard of it', () => (existsSync(paths[0] ?? '') ? null : true));
  expect(existsSync(paths[1] ?? '')).toBe(true);
});

it('a browser gets a download, and a document that is nowhere to be had a sentence', async () => {
  const desk = await office.deskOf('hr');
  const bytes = pdf(['Downloaded']);
  const id = await withCv(desk, bytes);
  const path = join(office.newFolder(), 'download');
  desk.dialog.answer = () => Promise.resolve({ path, download: '/download/x' });
  expect(await desk.call('documents.open', { id })).toEqual({ download: '/download/x' });
  expect(desk.dialog.asked).toEqual(['My CV.pdf']);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  await desk.inStep();

  const other = await office.deskOf('admin', office.network.url);
  office.network.cut();
  await expect(other.call('documents.open', { id })).rejects.toMatchObject({ code: 'unavailable' });
});

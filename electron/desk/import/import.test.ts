import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { csvOf, give, judge, quiet } from '../testing/import-steps.ts';
import { messyFile } from '../testing/messy-file.ts';
import { create, get } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

/** Files that become records, on real desks before a real server. */

const office = openOffice();
const CANDIDATES = { entity: 'candidate', list: 'candidates' } as const;

const total = async (desk: TestDesk, filter = {}): Promise<number> =>
  (await desk.call('records.count', { ...CANDIDATES, filter })).total;

it('5,000 messy rows come in offline, are seen on a second desk, and one undo leaves everything as it was', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const network = await WeakNetwork.before(office.server.url);
  const other = await office.deskOf('admin', network.url);
  const known = await create(desk, 'candidate', {
    fullName: 'Known Already',
    mobile: '98200 55555',
    email: 'known@mail.test',
  });
  await desk.inStep();
  await until('it is there', async () => (await get(other, known)) !== null);
  const before = await desk.call('records.list', { ...CANDIDATES, offset: 0, limit: 500 });
  const [countBefore, otherBefore] = [await total(desk), await total(other)];
  office.network.cut();
  await desk.state('offline');

  const messy = messyFile(5_000, '+91-98200-55555');
  const bytes = csvOf([['Leads of the college'], [], messy.headings, ...messy.rows], '\uFEFF');
  const read = await give(desk, 'candidate', 'C:\\Users\\me\\leads \u202Efile.csv', bytes);
  expect(read).toMatchObject({
    step: 'columns',
    problem: null,
    fileName: 'leads file.csv',
    reading: { kind: 'csv', encoding: 'utf-8', delimiter: ',', heading: 3, rows: 5_000 },
  });
  expect(read.columns.map(({ field }) => field)).toEqual([
    null,
    'fullName',
    'mobile',
    'email',
    'dob',
    'enrolledCourse',
    'city',
    'yearOfPassing',
    'fee',
    'remarks',
  ]);
  const judged = await judge(desk, { fixed: { leadSource: 'College' } });
  expect(judged.unknown).toEqual([]);
  expect(judged.counts).toMatchObject({
    new: messy.fresh,
    known: messy.known,
    twice: messy.twice,
    wrong: messy.wrong,
    done: 0,
    choices: { skip: 1, fill: 0, overwrite: 0, add: 0 },
  });
  const { id } = judged;
  const wrong = await desk.call('import.rows', { id, state: 'wrong', offset: 0, limit: 2 });
  expect(wrong.total).toBe(messy.wrong);
  expect(wrong.rows[0]).toMatchObject({
    row: 24,
    issues: [{ field: 'dob', column: 4, message: 'February 2004 has 29 days' }],
  });
  const mended = await desk.call('import.mend', { id, row: 24, column: 4, text: '29/2/2004' });
  expect(mended).toMatchObject({ state: 'new', issues: [] });
  expect(mended.cells[4]).toBe('29/2/2004');

  let answers = 0;
  const running = desk.call('import.run', { id });
  const state = { isDone: false };
  void running.finally(() => (state.isDone = true));
  while (!state.isDone) {
    await desk.call('records.list', { ...CANDIDATES, offset: 0, limit: 5 });
    answers += 1;
    await nextTurn();
  }
  expect(answers).toBeGreaterThan(10);
  const result = await running;
  expect(result).toMatchObject({
    added: messy.fresh + 1,
    changed: 0,
    skipped: 1,
    leftOut: messy.wrong - 1 + messy.twice,
    stopped: false,
  });
  expect(await total(desk)).toBe(countBefore + messy.fresh + 1);
  expect((await desk.call('changes.list', {})).changes[0]).toMatchObject({
    id: result.set,
    title: 'Import of leads file.csv',
  });

  office.network.mend();
  await desk.inStep();
  expect((await desk.call('sync.status', {})).attention).toBe(0);
  const all = otherBefore + messy.fresh + 1;
  await until('they are seen', async () => (await total(other)) === all, 120_000);
  const [found] = (
    await other.call('records.list', { ...CANDIDATES, search: 'person3@mail', offset: 0, limit: 5 })
  ).rows;
  expect(found).toMatchObject({
    fullName: 'Divya पाटील 3',
    mobile: '+919100000003',
    enrolledCourse: ['AI/ML'],
  });
  expect((await get(other, found?._id ?? ''))?.record).toMatchObject({
    leadSource: 'College',
    dob: '2004-04-05',
    fee: 120_000,
    yearOfPassing: '2023',
  });

  // Most of what the other desk holds goes at once then, which it asks about whoever had it removed (sync rule 6).
  network.cut();
  await desk.call('changes.undoLast', {});
  await desk.inStep();
  network.mend();
  void other.call('sync.now', {});
  await other.state('halted');
  expect(await total(other)).toBe(all);
  await other.call('sync.confirmRemoval', { accept: true });
  await until('they are gone', async () => (await total(other)) === otherBefore, 120_000);
  await network.close();
  expect(await total(desk)).toBe(countBefore);
  expect(await desk.call('records.list', { ...CANDIDATES, offset: 0, limit: 500 })).toEqual(before);
}, 300_000);

it('of people who are here, empty fields are filled, given ones overwritten, or another one is added', async () => {
  const desk = await office.deskOf('hr');
  const people = await Promise.all(
    ['one', 'two', 'three', 'four'].map((name, at) =>
      create(desk, 'candidate', {
        fullName: `Here ${name}`,
        mobile: `98765 0000${at}`,
        email: `${name}@here.test`,
        city: 'Pune',
      }),
    ),
  );
  await desk.inStep();
  const before = await total(desk);
  const bytes = csvOf([
    ['Name', 'Mobile', 'E-mail', 'Town', 'Trainer'],
    ['New one', '9876500000', 'new@mail.test', 'Nashik', 'Meera'],
    ['New two', '', 'TWO@here.test', 'Nashik', 'Meera'],
    ['New three', '098765 00002', 'n3@mail.test', 'Nashik', 'Meera'],
    ['New four', '98765-00003', 'n4@mail.test', 'Nashik', 'Meera'],
  ]);
  const { id } = await give(desk, 'candidate', 'known.csv', bytes);
  const judged = await judge(desk);
  expect(judged.counts).toMatchObject({ known: 4, wrong: 0 });
  const { rows } = await desk.call('import.rows', { id, state: 'known', offset: 0, limit: 10 });
  expect(rows.map(({ match }) => match)).toMatchObject(
    people.map((person, at) => ({ entity: 'candidate', id: person, field: at === 1 ? 'Email' : 'Mobile' })),
  );
  const told = (): number => desk.events.filter(({ event }) => event === 'import').length;
  const toldBefore = told();
  await desk.call('import.choose', { id, choice: 'fill' });
  // The user's other windows hear of it.
  expect(told()).toBe(toldBefore + 1);
  await desk.call('import.choose', { id, choice: 'overwrite', row: 3 });
  await desk.call('import.choose', { id, choice: 'add', row: 4 });
  const chosen = await desk.call('import.choose', { id, choice: 'skip', row: 5 });
  expect(chosen.counts?.choices).toEqual({ fill: 1, overwrite: 1, add: 1, skip: 1 });
  const shown = { new: 0, doubles: 0, choices: { fill: 1, overwrite: 1, add: 1, skip: 1 } };
  const older = { ...shown, choices: { fill: 2, overwrite: 0, add: 1, skip: 1 } };
  await expect(desk.call('import.run', { id, shown: older })).rejects.toMatchObject({ code: 'conflict' });
  const result = await desk.call('import.run', { id, shown });
  expect(result).toMatchObject({ added: 1, changed: 2, skipped: 1, leftOut: 0 });
  await desk.inStep();
  const values = async (at: number): Promise<unknown> => (await get(desk, people[at] ?? ''))?.record;
  expect(await values(0)).toMatchObject({ fullName: 'Here one', city: 'Pune', trainer: 'Meera' });
  expect(await values(1)).toMatchObject({
    fullName: 'New two',
    mobile: '98765 00001',
    city: 'Nashik',
    trainer: 'Meera',
  });
  expect(await values(2)).toMatchObject({ fullName: 'Here three', city: 'Pune', trainer: null });
  expect(await total(desk)).toBe(before + 1);
  await desk.call('changes.undo', { set: result.set ?? '' });
  await desk.inStep();
  expect(await values(0)).toMatchObject({ trainer: null });
  expect(await values(1)).toMatchObject({ fullName: 'Here two', city: 'Pune' });
  expect(await total(desk)).toBe(before);
  await desk.call('import.putAway', { id });
  expect(await desk.call('import.state', {})).toBeNull();
});

it('values that are no option are said once for all, columns are remembered, and what is left out is a file', async () => {
  const desk = await office.deskOf('hr');
  const headings = ['Naam', 'No', 'Address of mail', 'What they learn'];
  const rows = [
    ['Asha', '9811100001', 'a1@opt.test', 'Java Full Stack'],
    ['Ravi', '9811100002', 'a2@opt.test', 'java full-stack'],
    ['Mina', '9811100003', 'a3@opt.test', 'Cooking, Cloud'],
    ['Asha', '9811100001', 'a4@opt.test', ''],
    ['=1+1', '98111', 'no address', ''],
  ];
  const first = await give(desk, 'candidate', 'options.csv', csvOf([headings, ...rows]));
  const { id } = first;
  const fields = ['fullName', 'mobile', 'email', 'enrolledCourse'];
  const judged = await judge(desk, { fields });
  expect(judged.unknown).toEqual([
    { field: 'enrolledCourse', written: 'Java Full Stack', count: 2 },
    { field: 'enrolledCourse', written: 'Cooking', count: 1 },
  ]);
  expect(judged.counts).toMatchObject({ new: 1, wrong: 4 });
  const meanings = { enrolledCourse: { 'Java Full Stack': 'JAVA', Cooking: null } };
  const mapped = await judge(desk, { fields, meanings });
  expect(mapped.unknown.map(({ means }) => means)).toEqual(['JAVA', null]);
  expect(mapped.counts).toMatchObject({ new: 3, twice: 1, wrong: 1 });

  const folder = office.newFolder();
  desk.dialog.answer = async () => ({ path: join(folder, 'left.csv') });
  expect(await desk.call('import.leftOut', { id, format: 'csv' })).toMatchObject({
    outcome: 'saved',
    rows: 2,
  });
  expect(desk.dialog.asked).toEqual(['options-left-out.csv']);
  expect(Papa.parse(readFileSync(join(folder, 'left.csv'), 'utf8').slice(1).trimEnd()).data).toEqual([
    [...headings, 'Why'],
    ['Asha', '9811100001', 'a4@opt.test', '', 'The same person as in row 2.'],
    ["'=1+1", '98111', 'no address', '', 'Email must be a valid email address.'],
  ]);
  desk.dialog.answer = async () => ({ path: join(folder, 'left.xlsx') });
  expect(await desk.call('import.leftOut', { id, format: 'xlsx' })).toMatchObject({ rows: 2 });
  await desk.call('import.putAway', { id });

  const again = await give(desk, 'candidate', 'left.xlsx', readFileSync(join(folder, 'left.xlsx')));
  expect(again.reading).toMatchObject({ kind: 'xlsx', sheets: ['Left out'], heading: 1 });
  await desk.call('import.putAway', { id: again.id });
  const same = await give(
    desk,
    'candidate',
    'next.csv',
    csvOf([headings, ['Uma', '98', 'u@opt.test', 'Cloud']]),
  );
  expect(same.columns.map(({ field, isRemembered }) => [field, isRemembered])).toEqual(
    fields.map((field) => [field, true]),
  );
  await desk.call('import.putAway', { id: same.id });
});

it('is read otherwise at wish: encoding, delimiter and heading', async () => {
  const desk = await office.deskOf('hr');
  const text = 'Name;Mobile;Email\r\nZoë €;9811200001;z@read.test\r\n';
  const latin = Buffer.from(
    Array.from(text, (letter) => ({ ë: 0xeb, '€': 0x80 })[letter] ?? letter.charCodeAt(0)),
  );
  const read = await give(desk, 'candidate', 'latin.csv', latin);
  expect(read.reading).toMatchObject({ encoding: 'windows-1252', delimiter: ';', heading: 1, rows: 1 });
  expect(read.columns[0]?.samples).toEqual(['Zoë €']);
  expect(read.reading?.head).toEqual([
    ['Name', 'Mobile', 'Email'],
    ['Zoë €', '9811200001', 'z@read.test'],
  ]);
  const { id } = read;
  const said = { fields: ['fullName', null, null], fixed: {}, meanings: {} };
  expect(await desk.call('import.say', { id, said })).toMatchObject({ said });
  for (const [fields, code] of [
    [[null], 'bad-request'],
    [['_id', null, null], 'forbidden'],
  ] as const) {
    const saying = desk.call('import.say', { id, said: { ...said, fields: [...fields] } });
    await expect(saying).rejects.toMatchObject({ code });
  }
  await desk.call('import.read', { id, delimiter: ',', heading: 0 });
  const other = await quiet(desk);
  expect(other.said).toBeNull();
  expect(other.reading).toMatchObject({ delimiter: ',', heading: 0, rows: 2 });
  expect(other.columns).toHaveLength(1);
  await desk.call('import.putAway', { id });
  for (const [encoding, bytes] of [
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['utf-8', Buffer.from(text)],
    // Cut off by a broken download, within a letter behind the last line.
    ['utf-8', Buffer.from(`\uFEFF${text}ë`).subarray(0, -1)],
    ['utf-8', Buffer.concat([Buffer.from(text + 'Zoë €;;\r\n'.repeat(20)), Buffer.from([0xe0, 0xa4])])],
  ] as const) {
    const given = await give(desk, 'candidate', 'wide.csv', bytes);
    expect(given.reading).toMatchObject({ encoding, delimiter: ';' });
    expect(given.columns[0]?.heading).toBe('Name');
    expect(given.columns[0]?.samples[0]).toBe('Zoë €');
    await desk.call('import.putAway', { id: given.id });
  }
});

it('inquiries, HR records and contacts come in too, and references are found by name', async () => {
  const desk = await office.deskOf('admin');
  const status = await create(desk, 'leadStatus', { name: 'Very hot' });
  const rows = [
    ['Student Name', 'Contact No', 'Status', 'Owner', 'Internship', 'Follow up'],
    ['Lead one', '9811300001', 'very HOT', 'hr@demo.test', 'devops', '25/12/2099'],
    ['Lead two', '9811300002', 'Nobody knows', '', '', ''],
    ['Lead three', '9811300003', '', 'Nobody At All', '', '1/1/2001'],
  ];
  await give(desk, 'inquiry', 'leads.csv', csvOf(rows));
  const judged = await judge(desk);
  expect(judged.counts).toMatchObject({ new: 1, wrong: 2 });
  expect(judged.unknown.map(({ field, written }) => [field, written])).toEqual([
    ['assignedTo', 'Nobody At All'],
    ['leadStatus', 'Nobody knows'],
  ]);
  const { rows: wrong } = await desk.call('import.rows', {
    id: judged.id,
    state: 'wrong',
    offset: 0,
    limit: 9,
  });
  expect(wrong[1]?.issues.map(({ message }) => message)).toEqual([
    '“Nobody At All” is none of the values of Assigned To. Say what it means, or leave it out',
    'Next Call cannot be earlier than now',
  ]);
  expect(await desk.call('import.run', { id: judged.id })).toMatchObject({ added: 1, leftOut: 2 });
  const { rows: made } = await desk.call('records.list', {
    entity: 'inquiry',
    list: 'inquiries',
    search: 'Lead one',
    offset: 0,
    limit: 5,
  });
  expect(made[0]).toMatchObject({ leadStatus: status, internshipType: 'DevOps' });
  await desk.call('import.putAway', { id: judged.id });

  for (const [entity, file] of [
    [
      'hrRecord',
      [
        ['Recruiter', 'Company', 'Mail ID', 'Skills'],
        ['Hema', 'Acme', 'h@acme.test', 'Java, 17\nGo'],
      ],
    ],
    [
      'contactInquiry',
      [
        ['Name', 'Phone', 'Query'],
        ['Kiran', '9811300009', 'When does it start?'],
      ],
    ],
  ] as const) {
    const { id } = await give(desk, entity, 'more.csv', csvOf(file));
    expect((await judge(desk)).counts).toMatchObject({ new: 1, wrong: 0 });
    expect(await desk.call('import.run', { id })).toMatchObject({ added: 1 });
    await desk.call('import.putAway', { id });
  }
  await desk.inStep();
  expect((await desk.call('sync.status', {})).attention).toBe(0);
});

it('is for those who may add, is one at a time, and takes pieces in their order', async () => {
  const employee = await office.deskOf('employee');
  const asked = { id: 'i1', entity: 'candidate', fileName: 'a.csv', size: 10 } as const;
  await expect(employee.call('import.open', asked)).rejects.toMatchObject({ code: 'forbidden' });
  const desk = await office.deskOf('hr');
  await desk.call('import.open', asked);
  await expect(desk.call('import.open', { ...asked, id: 'i2' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(desk.call('import.bytes', { id: 'i1', at: 5, base64: 'YQ==' })).rejects.toMatchObject({
    code: 'bad-request',
  });
  await expect(
    desk.call('import.bytes', { id: 'i1', at: 0, base64: Buffer.alloc(11).toString('base64') }),
  ).rejects.toMatchObject({ code: 'bad-request' });
  await expect(desk.call('import.run', { id: 'i1' })).rejects.toMatchObject({ code: 'conflict' });
  await desk.call('import.putAway', { id: 'i1' });
  const { id } = await give(desk, 'candidate', 'b.csv', csvOf([['Name'], ['Asha']]));
  for (const fields of [['map'], ['studentId'], ['nothing']])
    await expect(judge(desk, { fields })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(judge(desk, { fixed: { interviewStatus: 'Sleeping' } })).rejects.toMatchObject({
    code: 'invalid',
  });
  await desk.call('import.putAway', { id });
});

it('is private, and erased when the user signs out for good', async () => {
  const folder = office.newFolder();
  const { TestDesk } = await import('../testing/test-desk.ts');
  const desk = await TestDesk.open(folder, office.server.url);
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
  await give(
    desk,
    'candidate',
    'secret.csv',
    csvOf([
      ['Name', 'Mobile', 'Email'],
      ['Findable Person', '9811400001', 'f@x.test'],
    ]),
  );
  await judge(desk);
  const files = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[\\/]import/.test(name));
  expect(files().length).toBeGreaterThan(2);
  for (const name of files()) expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  await desk.call('session.signOut', { wipe: true, evenIfWaiting: true });
  expect(files()).toEqual([]);
});

import { expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { csvOf, give, judge } from '../testing/import-steps.ts';
import { get } from '../testing/record-steps.ts';

/** Files whose rows are divided otherwise than records are. */

const office = openOffice();
const CANDIDATES = { entity: 'candidate', list: 'candidates', offset: 0, limit: 5 } as const;

it('an amount that a comma has divided is wrong and never a smaller amount, until its cells are put right', async () => {
  const desk = await office.deskOf('hr');
  const lines = [
    'Name,Mobile,Fee,Email',
    'Asha Rao,9811700001,30,000,asha@shapes.test',
    'Ravi Rao,9811700002,1,20,000,ravi@shapes.test',
    'Uma Rao,9811700003,45000,uma@shapes.test,',
    'Zoya Rao,9811700004,"50,000",zoya@shapes.test',
  ];
  const { id, columns } = await give(desk, 'candidate', 'fees.csv', Buffer.from(lines.join('\n')));
  expect(columns.map(({ field }) => field)).toEqual(['fullName', 'mobile', 'fee', 'email', null, null]);
  const { counts } = await judge(desk);
  expect(counts).toMatchObject({ new: 2, wrong: 2 });
  const { rows } = await desk.call('import.rows', { id, state: 'wrong', offset: 0, limit: 5 });
  expect(rows.map(({ row, issues }) => [row, issues[0]?.column])).toEqual([
    [2, 4],
    [3, 4],
  ]);
  expect(rows[0]?.issues[0]?.message).toContain('more cells than there are headings');
  for (const [column, text] of [
    [2, '30,000'],
    [3, 'asha@shapes.test'],
    [4, ''],
  ] as const)
    await desk.call('import.mend', { id, row: 2, column, text });
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 3, leftOut: 1 });
  const found = (await desk.call('records.list', { ...CANDIDATES, search: '9811700001' })).rows[0];
  expect((await get(desk, found?._id ?? ''))?.record).toMatchObject({
    fee: 30_000,
    email: 'asha@shapes.test',
  });
  await desk.call('import.putAway', { id });
});

it('two people of a family with one number come in both where that is said', async () => {
  const desk = await office.deskOf('hr');
  const rows = ['Asha,9811700031', 'Ravi,9811700031', 'Ravi,9811700031'];
  const { id } = await give(desk, 'inquiry', 'f.csv', Buffer.from(['Name,Mobile', ...rows].join('\n')));
  expect((await judge(desk)).counts).toMatchObject({ new: 1, twice: 2, doubles: 0 });
  const { counts } = await desk.call('import.choose', { id, row: 3, choice: 'add' });
  expect(counts).toMatchObject({ twice: 2, doubles: 1 });
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 2, leftOut: 1 });
  await desk.call('import.putAway', { id });
});

it('notes beside the table are no fault where the headings have room for them', async () => {
  const desk = await office.deskOf('hr');
  const lines = ['Leads,,,', 'Name,Mobile,,', 'Asha Rao,9811700011,,called twice', 'Ravi Rao,9811700012,,'];
  const { id, columns, reading } = await give(desk, 'inquiry', 'n.csv', Buffer.from(lines.join('\n')));
  expect(reading?.heading).toBe(2);
  expect(columns).toHaveLength(4);
  expect((await judge(desk)).counts).toMatchObject({ new: 2, wrong: 0 });
  await desk.call('import.putAway', { id });
});

it('a name in parts, two columns of numbers and remarks from two become one each, in two scripts', async () => {
  const desk = await office.deskOf('hr');
  const head = ['First Name', 'Last Name', 'Mobile 1', 'Father Mobile', 'Mail', 'Remarks', 'Feedback', 'DOB'];
  const rows = [
    ['आशा', 'राव', '९८११७०००२१', '9811700022', 'parts1@shapes.test', 'Called', 'Liked it', '०५/०४/२००४'],
    ['Ravi', '', '9811700023', '9811700023', 'parts2@shapes.test', '', 'Liked it', 'NA'],
    ['Uma', 'Das', '-', '9811700025', 'parts3@shapes.test', '', '', ''],
  ];
  const { id, columns } = await give(desk, 'candidate', 'parts.csv', csvOf([head, ...rows]));
  const found = columns.map(({ field }) => field);
  expect(found.slice(0, 3)).toEqual(['fullName', 'fullName', 'mobile']);
  const fields = [...found.slice(0, 3), 'mobile', 'email', 'remarks', 'remarks', 'dob'];
  const twice = fields.map((field) => (field === 'email' ? 'dob' : field));
  await expect(
    desk.call('import.columns', { id, fields: twice, fixed: {}, meanings: {} }),
  ).rejects.toMatchObject({ code: 'bad-request' });
  expect((await judge(desk, { fields })).counts).toMatchObject({ new: 3, wrong: 0 });
  await desk.call('import.run', { id });
  const all: unknown[] = [];
  for (const search of ['parts1@', 'parts2@', 'parts3@']) {
    const [row] = (await desk.call('records.list', { ...CANDIDATES, search })).rows;
    const record = (await get(desk, row?._id ?? ''))?.record;
    all.push([record?.['fullName'], record?.['mobile'], record?.['remarks'], record?.['dob']]);
  }
  expect(all).toEqual([
    ['आशा राव', '9811700021, 9811700022', 'Called\nLiked it', '2004-04-05'],
    ['Ravi', '9811700023', 'Liked it', null],
    ['Uma Das', '9811700025', null, null],
  ]);
  await desk.call('import.putAway', { id });
});

import { expect, it } from 'vitest';
import { give, judge, quiet } from '../testing/import-steps.ts';
import { workbook, type ZipPart } from '../testing/hostile-workbooks.ts';
import { openOffice } from '../testing/office.ts';
import { get } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';

/** Workbooks as other programs than a spreadsheet write them, and cells that are not what they look like. */

const office = openOffice();
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STYLES: readonly ZipPart[] = [
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: `<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/styles" Target="/xl/styles.xml"/></Relationships>`,
  },
  {
    name: 'xl/styles.xml',
    text: `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0%"/><numFmt numFmtId="171" formatCode="0&quot;%&quot;"/><numFmt numFmtId="172" formatCode="h:mm AM/PM"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>`,
  },
];

const text = (of: string, at = ''): string => `<c${at} t="inlineStr"><is><t>${of}</t></is></c>`;
const row = (number: number, ...cells: string[]): string => `<row r="${number}">${cells.join('')}</row>`;

async function judged(desk: TestDesk, rows: string, more: readonly ZipPart[] = []) {
  const { id, columns } = await give(desk, 'candidate', 'people.xlsx', workbook(rows, more));
  const { counts } = await judge(desk);
  const read = await desk.call('import.rows', { id, state: null, offset: 0, limit: 50 });
  return { id, columns, counts, rows: read.rows };
}

it('a formula that was never calculated is wrong and says what to do, one with a value is its value', async () => {
  const desk = await office.deskOf('hr');
  const heads = ['Name', 'Mobile', 'Email', 'City', 'Fee', 'Notes'].map((head) => text(head));
  const { id, rows, counts, columns } = await judged(
    desk,
    row(1, ...heads) +
      // As programs write it that make workbooks and reckon nothing: without a value, or with an empty one.
      row(
        2,
        text('Asha Rao', ' r="A2"'),
        '<c r="B2"><v>9811700001</v></c>',
        text('a@f.test', ' r="C2"'),
        '<c r="D2"><f>VLOOKUP(A2,Cities!A:B,2)</f></c>',
        '<c r="E2"><f ca="1">30000+15000</f><v/></c>',
        '<c r="F2"><f>A2</f><v></v></c>',
      ) +
      // As a spreadsheet does: numbers, texts, an empty text.
      row(
        3,
        '<c r="A3" t="str"><f>"Ravi"&amp;" Rao"</f><v>Ravi Rao</v></c>',
        '<c r="B3"><f>9811700000+2</f><v>9811700002</v></c>',
        text('b@f.test', ' r="C3"'),
        '<c r="D3" t="str"><f>""</f><v></v></c>',
        '<c r="E3"><f t="shared" si="0"/><v>45000</v></c>',
      ) +
      row(
        4,
        text('Uma Das', ' r="A4"'),
        '<c r="B4"><v>9811700003</v></c>',
        text('c@f.test', ' r="C4"'),
        '<c r="D4" t="e"><f>VLOOKUP("x",A:B,2)</f><v>#N/A</v></c>',
        '<c r="E4" t="e"><f>1+#REF!</f><v>#REF!</v></c>',
      ) +
      // Cells that do not say where they stand, in a row of which nothing else is known.
      row(5, '<c/>', '<c><f>B4+1</f></c>'),
  );
  const problem = (label: string): string =>
    `${label} holds a formula that was never calculated. Open the file in Excel or LibreOffice, save it, and choose it again`;
  expect(counts).toMatchObject({ new: 2, wrong: 2 });
  expect(rows.map(({ row: number, state }) => [number, state])).toEqual([
    [2, 'wrong'],
    [3, 'new'],
    [4, 'new'],
    [5, 'wrong'],
  ]);
  expect(rows[0]?.issues.map(({ message, column }) => [column, message])).toEqual([
    [3, problem('City')],
    [4, problem('Fee')],
    [5, problem('Notes')],
  ]);
  expect(rows[0]?.cells.slice(3)).toEqual(['#FORMULA!', '#FORMULA!', '#FORMULA!']);
  expect(rows[3]?.issues[0]).toMatchObject({ column: 1, message: problem('Mobile') });
  expect(rows[2]?.doubts).toEqual([
    'City is #N/A, the sign of a formula that failed: it is left out',
    'Fee is #REF!, the sign of a formula that failed: it is left out',
  ]);
  expect(columns.map(({ field }) => field)).toEqual(['fullName', 'mobile', 'email', 'city', 'fee', 'notes']);
  // A column that is left out asks for nothing, and a cell can be put right.
  const fields = columns.map(({ field }) => (field === 'city' || field === 'notes' ? null : field));
  await judge(desk, { fields });
  await desk.call('import.mend', { id, row: 2, column: 4, text: '45,000' });
  expect((await quiet(desk)).counts).toMatchObject({ new: 3, wrong: 1 });
  await desk.call('import.run', { id });
  const list = { entity: 'candidate', list: 'candidates', offset: 0, limit: 5 } as const;
  const [ravi] = (await desk.call('records.list', { ...list, search: '9811700002' })).rows;
  expect((await get(desk, ravi?._id ?? ''))?.record).toMatchObject({
    fullName: 'Ravi Rao',
    fee: 45_000,
    city: null,
  });
  await desk.call('import.putAway', { id });
});

it('parts of a hundred, times, years and genders are what people see in the cell', async () => {
  const desk = await office.deskOf('hr');
  const heads = [
    'Name',
    'Mobile',
    'Email',
    'Percentage',
    'Batch Timing',
    'YOP',
    'M/F',
    'Active Backlogs',
    'Fee',
  ];
  const values = (at: number, score: string, rest: string[]): string =>
    row(
      at,
      text(`Person ${at}`),
      `<c><v>${9_811_700_100 + at}</v></c>`,
      text(`p${at}@f.test`),
      score,
      ...rest,
    );
  const { id, rows } = await judged(
    desk,
    row(1, ...heads.map((head) => text(head))) +
      values(2, '<c s="1"><v>0.65</v></c>', [
        '<c s="4"><v>0.6875</v></c>',
        text('2025.0'),
        text('f'),
        '<c t="b"><v>0</v></c>',
        '<c s="3"><v>500</v></c>',
      ]) +
      values(3, '<c s="2"><f>2/3</f><v>0.07</v></c>', [
        text('16:30'),
        '<c><v>2024</v></c>',
        text('MALE'),
        text('N'),
      ]) +
      values(4, '<c s="3"><v>65</v></c>', [
        text(''),
        text('2026.00'),
        text('M '),
        text('TRUE'),
        '<c s="1"><v>0.5</v></c>',
      ]) +
      values(5, '<c s="0"><v>0.30000000000000004</v></c>', []),
    STYLES,
  );
  expect(rows.map(({ cells }) => cells[3])).toEqual(['65%', '7%', '65', '0.3']);
  expect(rows.map(({ issues }) => issues.map(({ message }) => message))).toEqual([
    [],
    [],
    ['Fee must be an amount in rupees, such as 45,000, 45k or 1.2 lakh'],
    [],
  ]);
  await desk.call('import.run', { id });
  const list = { entity: 'candidate', list: 'candidates', offset: 0, limit: 5 } as const;
  const found: unknown[] = [];
  for (const search of ['p2@f.test', 'p3@f.test']) {
    const [person] = (await desk.call('records.list', { ...list, search })).rows;
    found.push((await get(desk, person?._id ?? ''))?.record);
  }
  expect(found).toMatchObject([
    {
      academicScore: '65%',
      batchTime: '16:30',
      yearOfPassing: '2025',
      gender: 'Female',
      backlogs: 'No',
      fee: 500,
    },
    { academicScore: '7%', batchTime: '16:30', yearOfPassing: '2024', gender: 'Male', backlogs: 'No' },
  ]);
  await desk.call('import.putAway', { id });
});

it('headings over several columns, and on several lines, and cells with signs that nobody sees', async () => {
  const desk = await office.deskOf('hr');
  const { id, columns, rows, counts } = await judged(
    desk,
    // "Contact" stands over two columns that are one cell above.
    row(
      1,
      text('Student', ' r="A1"'),
      text('Contact', ' r="B1"'),
      '<c r="C1"/>',
      text('Training', ' r="D1"'),
    ) +
      row(
        2,
        text('Full&#10;Name', ' r="A2"'),
        text('Mobile_x000D_&#10;No.', ' r="B2"'),
        text('E-mail\u00A0ID\u200B', ' r="C2"'),
        text('Fee\u00A0&#10;(in ₹)', ' r="D2"'),
      ) +
      row(
        3,
        text('\u200BAsha\u00A0Rao\u00A0', ' r="A3"'),
        text('\u202A98117\u00A000201\u202C', ' r="B3"'),
        text('asha@f.test\u200B', ' r="C3"'),
        text('₹\u00A045,000/-\u00A0', ' r="D3"'),
      ) +
      row(4, text('\u200B', ' r="A4"'), text('\uFEFF', ' r="B4"'), text('\u00A0', ' r="C4"')),
  );
  expect(columns.map(({ field }) => field)).toEqual(['fullName', 'mobile', 'email', 'fee']);
  expect(rows[0]?.cells.map((cell) => cell.trim())).toEqual([
    'Asha Rao',
    '98117 00201',
    'asha@f.test',
    '₹ 45,000/-',
  ]);
  // A row of nothing that anybody sees is none.
  expect(counts).toMatchObject({ new: 1, wrong: 0 });
  await desk.call('import.putAway', { id });
});

it('a formula far below is found, whether rows and cells say where they stand or not', async () => {
  const desk = await office.deskOf('hr');
  const head = (at: number): string => row(at, text('Name'), text('Mobile'), text('Email'), text('City'));
  const person = (at: number, city: string): string =>
    text(`Person ${at}`) + `<c><v>${9_811_710_000 + at}</v></c>` + text(`far${at}@f.test`) + city;
  // Longer than what is kept of a row, and more of them than are looked at in one piece.
  const long = text('x'.repeat(1_200_000));
  for (const tag of [(at: number) => `<row r="${at}">`, () => '<row>']) {
    const rows = Array.from(
      { length: 4_000 },
      (_, at) => `${tag(at + 2)}${person(at + 2, text('Pune'))}</row>`,
    );
    rows[3_000] = `${tag(3_002)}${person(3_002, long + '<c><f>A1</f></c>')}</row>`;
    rows[3_500] = `${tag(3_502)}${person(3_502, '<c><f>A1</f></c>')}</row><row/>`;
    const { id, columns } = await give(desk, 'candidate', 'far.xlsx', workbook(head(1) + rows.join('')));
    expect(columns).toHaveLength(5);
    const cells = async (at: number): Promise<string[]> =>
      (await desk.call('import.rows', { id, state: null, offset: at - 2, limit: 1 })).rows[0]?.cells ?? [];
    await judge(desk);
    expect((await cells(3_002))[4]).toBe('#FORMULA!');
    expect((await cells(3_502))[3]).toBe('#FORMULA!');
    expect((await cells(3_501))[3]).toBe('Pune');
    await desk.call('import.putAway', { id });
  }
}, 120_000);

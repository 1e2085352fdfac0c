import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { csvOf, give, judge } from '../testing/import-steps.ts';
import { workbook, zipped, type ZipPart } from '../testing/hostile-workbooks.ts';
import { PROBLEMS } from './file-kind.ts';

/** Files that want to do harm, or are not what they say: each costs its worker at most, and is told of in a sentence. */

const office = openOffice();

const row = (number: number, ...cells: string[]): string => `<row r="${number}">${cells.join('')}</row>`;
const text = (content: string): string => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const HEAD = row(1, text('Name'), text('Mobile'), text('Email'));
const ONE = row(2, text('Asha'), text('9811500001'), text('asha@hostile.test'));

/** A part that is far larger than it says. */
function bomb(name: string, megabytes: number, says: number): ZipPart {
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1_048_576, 0x20), { level: 9 });
  return { name, packed, unpacked: says };
}

const BOMB_SHEET = 'xl/worksheets/sheet1.xml';
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`,
).join('')}]>`;

const FILES: [what: string, name: string, bytes: () => Buffer, sentence: string][] = [
  ['nothing but blanks', 'a.csv', () => Buffer.from(' \r\n\r\n  '), 'There are no rows in this file'],
  [
    'a picture called a table',
    'a.csv',
    () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'),
    PROBLEMS.notATable,
  ],
  ['a PDF called a workbook', 'a.xlsx', () => Buffer.from('%PDF-1.7\n1 0 obj'), PROBLEMS.notATable],
  ['a web page called a workbook', 'a.xlsx', () => Buffer.from('<html><table><tr><td>Asha'), PROBLEMS.page],
  ['a workbook of old', 'a.xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), PROBLEMS.oldWorkbook],
  ['a zip that is no workbook', 'a.xlsx', () => zipped([{ name: 'a.txt', text: 'a' }]), PROBLEMS.notATable],
  ['half a workbook', 'a.xlsx', () => workbook(HEAD + ONE).subarray(0, 700), PROBLEMS.damaged],
  [
    'a workbook with other bytes in its midst',
    'a.xlsx',
    () => workbook(HEAD + ONE).fill(7, 60, 400),
    PROBLEMS.damaged,
  ],
  [
    'a bomb that says how large it is',
    'a.xlsx',
    () => workbook('', [bomb(BOMB_SHEET, 700, 700 * 1_048_576)]),
    PROBLEMS.tooLarge,
  ],
  [
    'a bomb that says it is small',
    'a.xlsx',
    () => workbook('', [bomb(BOMB_SHEET, 200, 1_000)]),
    PROBLEMS.tooLarge,
  ],
  ['a bomb that says nothing', 'a.xlsx', () => workbook('', [bomb(BOMB_SHEET, 200, 0)]), PROBLEMS.tooLarge],
  [
    'two parts of one name',
    'a.xlsx',
    () => workbook(HEAD, [{ name: BOMB_SHEET, text: ONE }], false),
    PROBLEMS.damaged,
  ],
  ['10 million empty rows', 'a.xlsx', () => workbook(HEAD + '<row/>'.repeat(10_000_000)), PROBLEMS.rows],
  [
    '10 million empty lines',
    'a.csv',
    () => Buffer.concat([csvOf([['Name']]), Buffer.alloc(10_000_000, '\n')]),
    PROBLEMS.rows,
  ],
  [
    'a cell in the last column there is',
    'a.xlsx',
    () => workbook(HEAD + row(2, '<c r="XFD2"><v>1</v></c>')),
    PROBLEMS.columns,
  ],
  [
    'a tag of 2 MB, in a sheet without formulas',
    'a.xlsx',
    () => workbook(HEAD + `<row r="2" spans="${'1'.repeat(2_000_000)}"><c><v>1</v></c></row>`),
    PROBLEMS.damaged,
  ],
  [
    'a tag of 2 MB, in a sheet with formulas',
    'a.xlsx',
    () => workbook(HEAD + row(2, '<c><f>1</f></c>', `<c r="B2" s="${'1'.repeat(2_000_000)}"/>`)),
    PROBLEMS.damaged,
  ],
  [
    'a tag without an end',
    'a.xlsx',
    () => workbook(`${HEAD}${ONE}<c ${'s="1" '.repeat(5_000_000)}`),
    PROBLEMS.damaged,
  ],
  ['a row far below', 'a.xlsx', () => workbook(HEAD + row(900_000, text('Asha'))), PROBLEMS.rows],
  ['two rows of one number', 'a.xlsx', () => workbook(HEAD + ONE + ONE), PROBLEMS.damaged],
  [
    'a row of no number',
    'a.xlsx',
    () => workbook(HEAD + '<row r="2.5"><c><v>1</v></c></row>'),
    PROBLEMS.damaged,
  ],
  ['64 MB of line ends', 'a.csv', () => Buffer.alloc(64 * 1_048_576, '\n'), PROBLEMS.rows],
  [
    'a quotation mark before 60 MB',
    'a.csv',
    () =>
      Buffer.concat([
        csvOf([['Name', 'Mobile']]),
        Buffer.from('\r\n"Asha,'),
        Buffer.alloc(60 * 1_048_576, 'a,\n'),
      ]),
    PROBLEMS.row,
  ],
  ['a text that is named a million times', 'a.xlsx', () => manyOfOne(), PROBLEMS.text],
];

/** One long text, which each cell only names. */
function manyOfOne(): Buffer {
  const cells = '<c t="s"><v>0</v></c>'.repeat(100);
  const rows = Array.from({ length: 2_000 }, (_, at) => row(at + 1, cells)).join('');
  return workbook(rows, [
    { name: 'xl/sharedStrings.xml', text: `<sst><si><t>${'x'.repeat(20_000)}</t></si></sst>` },
  ]);
}

it('says in a sentence what is wrong with each of them, and goes on', async () => {
  const desk = await office.deskOf('hr');
  for (const [what, name, bytes, sentence] of FILES) {
    const state = await give(desk, 'candidate', name, bytes());
    expect([what, state.step, state.problem]).toEqual([what, 'file', expect.stringContaining(sentence)]);
    const list = { entity: 'candidate', list: 'candidates', offset: 0, limit: 5 } as const;
    expect((await desk.call('records.list', list)).rows.length).toBeGreaterThan(0);
    await desk.call('import.putAway', { id: state.id });
  }
  const { id } = await give(desk, 'candidate', 'good.xlsx', workbook(HEAD + ONE));
  expect((await judge(desk)).counts).toMatchObject({ new: 1 });
  await desk.call('import.putAway', { id });
}, 180_000);

it('runs no formula, opens no entity, and keeps what is too long out', async () => {
  const desk = await office.deskOf('hr');
  const formula = '<c><f>HYPERLINK("http://x.test","x")</f><v>9811500002</v></c>';
  const rows = [
    HEAD,
    row(2, text('=cmd|calc'), formula, text('f@hostile.test')),
    row(3, text('&lol9;'), text('9811500003'), text('l@hostile.test')),
    row(4, text('N'.repeat(3_000_000)), text('9811500004'), text('n@hostile.test')),
    row(5, text('&#x202E;egnahc'), text('9811500005'), text('r@hostile.test')),
  ].join('');
  const state = await give(desk, 'candidate', '../../\u202Excod.xlsx', workbook(rows, [], true, LAUGHS));
  expect(state).toMatchObject({ problem: null, fileName: 'xcod.xlsx', reading: { rows: 4 } });
  const { id, counts } = await judge(desk);
  expect(counts).toMatchObject({ new: 3, wrong: 1 });
  const { rows: judged } = await desk.call('import.rows', { id, state: null, offset: 0, limit: 10 });
  expect(judged.map(({ cells }) => cells[0]?.slice(0, 12))).toEqual([
    '=cmd|calc',
    '&lol9;',
    'NNNNNNNNNNNN',
    'egnahc',
  ]);
  expect(judged[0]?.cells[1]).toBe('9811500002');
  expect(judged[2]?.issues[0]?.message).toBe('Full Name may have 200 characters at most');
  const { set } = await desk.call('import.run', { id });
  await desk.inStep();
  expect((await desk.call('changes.list', {})).changes[0]).toMatchObject({
    id: set,
    title: 'Import of xcod.xlsx',
  });
  await desk.call('import.putAway', { id });
});

it('says in which row a quotation mark would swallow the rows below it, and takes those that do not', async () => {
  const desk = await office.deskOf('hr');
  const head = 'Name,Mobile,Email,Remarks\n';
  const rest = 'Ravi,9811600002,b@q.test,ok\nMina,9811600003,c@q.test,ok\n';
  const refused = [
    [`${head}Asha,9811600001,a@q.test,"said she\n${rest}`, 2],
    [`${head}${rest}"Asha" Kumar,9811600001,a@q.test,x\n"Uma",9811600004,d@q.test,ok\n`, 4],
  ] as const;
  for (const [text, at] of refused) {
    const { id, problem } = await give(desk, 'candidate', 'quotes.csv', Buffer.from(text));
    expect(problem).toContain(`A quotation mark in row ${at} is not closed`);
    await desk.call('import.putAway', { id });
  }
  const text = `${head}Asha,9811600001,a@q.test,"she said "hello" to\tme"\nUma,9811600004,d@q.test,"one\ntwo, ""three"""\n`;
  const { id } = await give(desk, 'candidate', 'quotes.csv', Buffer.from(text));
  const { counts } = await judge(desk);
  expect(counts).toMatchObject({ new: 2, wrong: 0 });
  const { rows } = await desk.call('import.rows', { id, state: null, offset: 0, limit: 5 });
  expect(rows.map(({ cells }) => cells[3])).toEqual(['she said "hello" to\tme', 'one\ntwo, "three"']);
  await desk.call('import.putAway', { id });
});

it('takes line ends of all kinds in one file, also where pieces of it end', async () => {
  const desk = await office.deskOf('hr');
  const LONG = 'long '.repeat(200);
  const ends = ['\r\n', '\n', '\r'];
  const lines = Array.from(
    { length: 3_000 },
    (_, at) => `Zoë ${at},98${String(at).padStart(8, '0')},${at}@ends.test,${LONG}${ends[at % 3]}`,
  );
  const bytes = Buffer.from(`Name,Mobile,Email,Remarks\r\n${lines.join('')}`);
  expect(bytes.length).toBeGreaterThan(2 * 1_048_576);
  const { id, columns, reading } = await give(desk, 'candidate', 'ends.csv', bytes);
  expect(columns).toHaveLength(4);
  expect(reading?.rows).toBe(3_000);
  const { counts } = await judge(desk);
  expect(counts).toMatchObject({ new: 3_000, wrong: 0 });
  await desk.call('import.putAway', { id });
}, 120_000);

it('what a spreadsheet shows for a failed formula is no value', async () => {
  const desk = await office.deskOf('hr');
  const failed = '<c t="e"><v>#REF!</v></c>';
  const ones = [failed, text('9811500009'), text('e@hostile.test')];
  const others = [text('Uma'), text('9811500010'), text('u@hostile.test'), failed];
  const head = row(1, text('Name'), text('Mobile'), text('Email'), text('City'));
  const bytes = workbook(head + row(2, ...ones) + row(3, ...others));
  const { id } = await give(desk, 'candidate', 'failed.xlsx', bytes);
  await judge(desk);
  const { rows } = await desk.call('import.rows', { id, state: null, offset: 0, limit: 5 });
  expect(rows.map(({ state, issues }) => [state, issues.map(({ message }) => message)])).toEqual([
    ['wrong', ['Full Name is required']],
    ['new', []],
  ]);
  expect(rows[1]?.doubts).toEqual(['City is #REF!, the sign of a formula that failed: it is left out']);
  await desk.call('import.putAway', { id });
});

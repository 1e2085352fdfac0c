import { candidate } from '#shared/model/candidate.ts';
import { fieldOf, storedFields } from '#shared/model/entity.ts';
import { job } from '#shared/model/job.ts';
import { user } from '#shared/model/user.ts';
import { expect, it } from 'vitest';
import { csvCell, csvLines, CSV_START } from './csv.ts';
import { harmless } from './csv-text.ts';
import { referenceText } from './field-text.ts';

it('starts with the mark by which Excel knows UTF-8', () => {
  expect([...new TextEncoder().encode(CSV_START)]).toEqual([0xef, 0xbb, 0xbf]);
});

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['two words', 'two words'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['मीरा; Émile', 'मीरा; Émile'],
  [' Asha', '" Asha"'],
])('writes %j as %j (RFC 4180)', (text, cell) => {
  expect(csvLines([[text]])).toBe(`${cell}\r\n`);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+91 98200 12345', "'+91 98200 12345"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['=HYPERLINK("http://x.test","a")', '\'=HYPERLINK("http://x.test","a")'],
  ['\n=1', "'\n=1"],
  ['\r\n=1', "'\r\n=1"],
  ['\n', "'\n"],
  [' =1', "' =1"],
  ['   \t @SUM(A1)', "'   \t @SUM(A1)"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u0000=1', "'\u0000=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  [' ＝1', "' ＝1"],
  ['﹦1', "'﹦1"],
  ['98200 12345', '98200 12345'],
  [' Asha', ' Asha'],
  ['– from Pune', '– from Pune'],
  ['a=1', 'a=1'],
  ["'=1", "'=1"],
])('takes from %j what a spreadsheet would run: %j', (text, cell) => {
  expect(harmless(text)).toBe(cell);
  expect(csvCell(fieldOf(candidate, 'city'), text)).toBe(cell);
});

it('ends each line with CR and LF', () => {
  expect(csvLines([['Name', 'a,b', ''], ['']])).toBe('Name,"a,b",\r\n\r\n');
  expect(csvLines([])).toBe('');
});

it('writes each value as what spreadsheets take it for', () => {
  const cell = (name: string, value: unknown): string => csvCell(fieldOf(candidate, name), value);
  expect(csvCell(fieldOf(user, 'salary'), 12345.5)).toBe('12345.5');
  expect(csvCell(fieldOf(user, 'salary'), 1_250_000)).toBe('1250000');
  expect(csvCell(fieldOf(job, 'order'), 0)).toBe('0');
  expect(csvCell(fieldOf(job, 'order'), -3)).toBe('-3');
  expect(csvCell(fieldOf(user, 'isActive'), true)).toBe('Yes');
  expect(csvCell(fieldOf(user, 'isActive'), false)).toBe('No');
  expect(csvCell(fieldOf(user, 'DOJ'), '2026-08-05')).toBe('2026-08-05');
  expect(cell('nextCall', '2026-11-25T11:00:00.000Z')).toBe('2026-11-25 16:30');
  expect(cell('nextCall', '2026-11-25T20:00:00.000Z')).toBe('2026-11-26 01:30');
  expect(cell('mobile', '+91 98200 12345')).toBe('(+91) 98200 12345');
  expect(cell('enrolledCourse', ['DevOps', 'Cloud'])).toBe('DevOps, Cloud');
  expect(cell('discussion', 'Called.\nWill join.')).toBe('Called.\nWill join.');
  for (const empty of [null, undefined, '']) expect(csvCell(fieldOf(user, 'salary'), empty)).toBe('');
  expect(cell('enrolledCourse', [])).toBe('');
});

it('runs nothing, whatever kind of field a value stands in', () => {
  for (const [name, field] of storedFields(candidate)) {
    for (const value of ['=1+1', '+cmd|x', '@SUM(A1)', ['=1+1'], ['@x', 'y']]) {
      expect({ name, cell: csvCell(field, value) }).toEqual({
        name,
        cell: expect.not.stringMatching(/^[=+@-]/) as string,
      });
    }
  }
});

it('shows a reference by its text, and a deleted user as Unknown', () => {
  const handler = fieldOf(candidate, 'map');
  expect(referenceText(handler, 'u1', 'Neha Kapoor')).toBe('Neha Kapoor');
  expect(referenceText(handler, 'u1', null)).toBe('Unknown');
  expect(referenceText(handler, null, undefined)).toBe('Unknown');
});

it('leaves an account empty that nobody has to have, and says Unknown of one that is gone', () => {
  for (const name of ['interviewerId', 'studentId']) {
    const account = fieldOf(candidate, name);
    expect(referenceText(account, null, undefined)).toBe('');
    expect(referenceText(account, 'u1', null)).toBe('Unknown');
  }
});

import { candidate } from '#shared/model/candidate.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { job } from '#shared/model/job.ts';
import { user } from '#shared/model/user.ts';
import { expect, it } from 'vitest';
import { csvCell, csvRow, csvText, CSV_START } from './csv.ts';
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
])('writes %j as %j (RFC 4180)', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+91 98200 12345', "'+91 98200 12345"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x.test","a")', '"\'=HYPERLINK(""http://x.test"",""a"")"'],
  ['\n=1', '"\'\n=1"'],
  ['\r\n=1', '"\'\r\n=1"'],
  ['\n', '"\'\n"'],
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
  expect(csvCell(text)).toBe(cell);
});

it('ends a line with CR and LF', () => {
  expect(csvRow(['Name', 'a,b', ''])).toBe('Name,"a,b",\r\n');
});

it('writes values for people, and figures to reckon with', () => {
  expect(csvText(fieldOf(user, 'salary'), 12345.5)).toBe('12345.5');
  expect(csvText(fieldOf(user, 'salary'), 1_250_000)).toBe('1250000');
  expect(csvText(fieldOf(job, 'order'), 0)).toBe('0');
  expect(csvText(fieldOf(user, 'isActive'), true)).toBe('Yes');
  expect(csvText(fieldOf(user, 'isActive'), false)).toBe('No');
  expect(csvText(fieldOf(user, 'DOJ'), '2026-08-05')).toBe('05 Aug 2026');
  expect(csvText(fieldOf(candidate, 'nextCall'), '2026-08-05T11:00:00.000Z')).toBe('05 Aug 2026, 4:30 pm');
  expect(csvText(fieldOf(candidate, 'enrolledCourse'), ['DevOps', 'Cloud'])).toBe('DevOps, Cloud');
  expect(csvText(fieldOf(candidate, 'discussion'), 'Called.\nWill join.')).toBe('Called.\nWill join.');
  for (const empty of [null, undefined, '', []]) expect(csvText(fieldOf(user, 'salary'), empty)).toBe('');
});

it('says today in full, for a file is read on another day', () => {
  const now = new Date().toISOString();
  expect(csvText(fieldOf(candidate, 'nextCall'), now)).not.toContain('Today');
});

it('shows a reference by its text, and a deleted user as Unknown', () => {
  const handler = fieldOf(candidate, 'map');
  expect(referenceText(handler, 'u1', 'Neha Kapoor')).toBe('Neha Kapoor');
  expect(referenceText(handler, 'u1', null)).toBe('Unknown');
  expect(referenceText(handler, null, undefined)).toBe('Unknown');
});

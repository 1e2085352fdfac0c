import { mkdtempSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { Field } from '#shared/model/field.ts';
import { user } from '#shared/model/user.ts';
import { xlsxFile } from './xlsx-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-xlsx-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes one row of these values and reads the file back. */
async function writtenAndRead(
  values: readonly [Field, unknown][],
  name = 'Candidates',
): Promise<NonNullable<Awaited<ReturnType<typeof readXlsx>>['sheets'][0]>> {
  const path = join(folder, 'list.xlsx');
  const file = await open(path, 'w');
  const columns = values.map(([field]) => ({ heading: field.label, field }));
  async function* slices(): AsyncGenerator<ReturnType<typeof xlsxFile.cells.value>[][]> {
    yield [values.map(([field, value]) => xlsxFile.cells.value(field, value))];
  }
  await xlsxFile.write(file, name, columns, slices());
  await file.close();
  const [sheet] = (await readXlsx(await readFile(path))).sheets;
  if (!sheet) throw new Error('There is no sheet');
  return sheet;
}

const { fullName, mobile, fee, dob, interviewDate, enrolledCourse } = candidate.fields;

it('dates and amounts are such, the heading is first, and times are those of the clock in India', async () => {
  const sheet = await writtenAndRead([
    [fullName, 'Asha Rao'],
    [mobile, '+91 98200 12345'],
    [fee, 45_000.5],
    [dob, '2001-02-03'],
    [interviewDate, '2026-11-25T11:00:00.000Z'],
    [enrolledCourse, ['JAVA', 'Cloud']],
    [user.fields.isActive, true],
    [mobile, null],
  ]);
  expect(sheet.name).toBe('Candidates');
  const headings = ['Full Name', 'Mobile', 'Fee', 'Date of Birth', 'Interview Date & Time', 'Tech'];
  expect(sheet.rows[0]?.slice(0, 6)).toEqual(headings);
  expect(sheet.rows[1]?.slice(0, 7)).toEqual([
    'Asha Rao',
    '+91 98200 12345',
    45_000.5,
    new Date('2001-02-03T00:00:00Z'),
    new Date('2026-11-25T16:30:00Z'),
    'JAVA, Cloud',
    'Yes',
  ]);
  expect(sheet.rows[1]?.[7] ?? null).toBeNull();
});

it('what looks like a formula is a text, and what a workbook cannot hold is left out', async () => {
  const texts = [
    '=1+1',
    '+cmd',
    '@x',
    '-2+3',
    "'kept",
    'a\u0000b\uD800c',
    '  two  ',
    'बीना\nKhan 👩‍💻',
    '</t>&',
  ];
  const sheet = await writtenAndRead(texts.map((text) => [fullName, text]));
  expect(sheet.rows[1]).toEqual(texts.with(5, 'abc'));
  const raw = await readFile(join(folder, 'list.xlsx'));
  expect(raw.includes('<f>')).toBe(false);
});

it('a text of more than a cell takes is cut and says so; a date from before all spreadsheets is a text', async () => {
  const sheet = await writtenAndRead(
    [
      [candidate.fields.notes, 'x'.repeat(40_000)],
      [dob, '1850-01-02'],
    ],
    'A/name: [too] long * for any sheet? of a workbook',
  );
  const [long, old] = sheet.rows[1] ?? [];
  expect(String(long)).toMatch(/^x{32766}…$/);
  expect(old).toBe('02 Jan 1850');
  expect(sheet.name.length).toBeLessThanOrEqual(31);
});

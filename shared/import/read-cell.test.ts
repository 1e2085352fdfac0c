import { describe, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { hrRecord } from '#shared/model/hr-record.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { boolean, number } from '#shared/model/field.ts';
import { cellText, dateOfSerial, type Cell, type CellRead } from './cell.ts';
import { fold } from './fold.ts';
import { readCell } from './read-cell.ts';

const now = Date.parse('2026-11-25T06:00:00.000Z');
const { fields } = candidate;

const read = (cell: Cell, field: Parameters<typeof readCell>[1], meanings = {}): CellRead =>
  readCell(cell, field, {
    now,
    meanings: new Map(Object.entries(meanings).map(([text, means]) => [fold(text), means as string | null])),
    referred: (_field, text) =>
      ({ Asha: 'u1', Ravi: undefined })[text as 'Asha'] ?? (text === 'Ravi' ? undefined : null),
  });
const value = (cell: Cell, field: Parameters<typeof readCell>[1]): unknown => {
  const got = read(cell, field);
  return 'problem' in got ? got.problem : got.value;
};

describe('dates', () => {
  it('are Indian, from texts, from days of a workbook and from the numbers that these are', () => {
    for (const written of [
      '5/4/2004',
      '05-04-2004',
      '5 Apr 2004',
      '2004-04-05',
      new Date('2004-04-05T00:00Z'),
      38082,
    ])
      expect(value(written, fields.dob)).toBe('2004-04-05');
    expect(value('38082', fields.dob)).toBe('2004-04-05');
    expect(value('2004-04-05 00:00', fields.dob)).toBe('2004-04-05');
    expect(value(new Date(Number.NaN), fields.dob)).toBe('Date of Birth cannot be read as a date');
    expect(value('31/2/2004', fields.dob)).toBe('February 2004 has 29 days');
    expect(value(2004, fields.dob)).toContain('cannot be read as a date');
  });

  it('with a time are on the clock in India; a day alone is its morning at ten', () => {
    expect(value('25/12/2026 4:30 pm', fields.nextCall)).toBe('2026-12-25T11:00:00.000Z');
    expect(value(new Date('2026-12-25T16:30Z'), fields.nextCall)).toBe('2026-12-25T11:00:00.000Z');
    expect(value('25/12/2026', fields.nextCall)).toBe('2026-12-25T04:30:00.000Z');
    expect(value(new Date('2026-12-25T00:00Z'), fields.nextCall)).toBe('2026-12-25T04:30:00.000Z');
    expect(value(46381.6875, fields.nextCall)).toBe('2026-12-25T11:00:00.000Z');
  });

  it('of workbooks are days of the calendar on every PC', () => {
    expect(dateOfSerial(61)?.toISOString()).toBeUndefined();
    expect(dateOfSerial(38082)?.toISOString()).toBe('2004-04-05T00:00:00.000Z');
    expect([dateOfSerial(Number.NaN), dateOfSerial(9.8e9), dateOfSerial(2024)]).toEqual([null, null, null]);
  });
});

describe('phone numbers', () => {
  it.each<[Cell, string]>([
    [9820012345, '9820012345'],
    ['98200 12345', '98200 12345'],
    ['9820012345.0', '9820012345'],
    [919820012345, '+919820012345'],
    ['9.820012345E+09', '9820012345'],
    [2226543210, '02226543210'],
    ['2226543210', '02226543210'],
    ["'+91 98200 12345", '+91 98200 12345'],
    ['98200 12345 / 98200 54321', '98200 12345 / 98200 54321'],
  ])('%j is %j', (cell, number) => {
    expect(read(cell, fields.mobile)).toEqual({ value: number });
  });

  it('whose digits the file has lost are wrong, and it is said what to do', () => {
    const message =
      'Mobile is 9.82E+09: the file has lost the digits of this number. Type the number here, or make the column text in the spreadsheet, enter the numbers again and save the file anew';
    expect(value('9.82E+09', fields.mobile)).toBe(message);
    expect(value('9,82001e9', fields.mobile)).toContain('lost the digits');
    expect(read(9820000000, fields.mobile)).toEqual({
      value: '9820000000',
      doubt: '9820000000 ends in many zeros: the file may have lost the digits of this number',
    });
  });

  it('that are doubtful come in with a doubt, and what is none does not', () => {
    expect(read('98200 1234', fields.mobile)).toEqual({
      value: '98200 1234',
      doubt: '98200 1234 has 9 digits, an Indian mobile number has 10',
    });
    expect(value('tomorrow', fields.mobile)).toBe('Mobile must be a phone number, such as 98765 43210');
    expect(value('  ', fields.mobile)).toBeNull();
  });
});

describe('what is written where nothing is known', () => {
  it.each(['NA', 'N/A', 'n.a.', '-', '--', 'Nil', 'none', 'Not available'])(
    '%j is an empty cell',
    (written) => {
      for (const field of [fields.mobile, fields.email, fields.dob, fields.fee, fields.enrolledCourse])
        expect(read(written, field)).toEqual({ value: null });
      expect(value(written, fields.linkedin)).toBeNull();
    },
  );

  it('is kept where any text may stand, where it is a value, and where it was said what it means', () => {
    expect(value('Na', fields.fullName)).toBe('Na');
    expect(value('None', { kind: 'option', label: 'Backlogs', options: ['None', 'Some'] })).toBe('None');
    expect(read('NA', fields.enrolledCourse, { NA: 'JAVA' })).toEqual({ value: ['JAVA'], unknown: ['NA'] });
  });
});

describe('figures of Indian scripts', () => {
  it('are read as those of the keyboard', () => {
    expect(value('९८२०० १२३४५', fields.mobile)).toBe('98200 12345');
    expect(value('૯૮૨૦૦૧૨૩૪૫', fields.mobile)).toBe('9820012345');
    expect(value('٩٨٢٠٠١٢٣٤٥', fields.mobile)).toBe('9820012345');
    expect(value('०५/०४/२००४', fields.dob)).toBe('2004-04-05');
    expect(value('₹४५,०००', fields.fee)).toBe(45_000);
    expect(value('२०२५', fields.yearOfPassing)).toBe('2025');
    expect(value('घर १२', fields.remarks)).toBe('घर १२');
  });
});

describe('email addresses', () => {
  it('stand alone, behind mailto: or behind the name of whoever has it', () => {
    for (const written of ['asha@mail.test', 'mailto:asha@mail.test', 'Asha Rao <asha@mail.test>'])
      expect(value(written, fields.email)).toBe('asha@mail.test');
  });
});

describe('amounts, numbers and texts', () => {
  it('are read as people write them', () => {
    expect(value('₹ 45,000/-', fields.fee)).toBe(45_000);
    expect(value('1.2 lakh', fields.fee)).toBe(120_000);
    expect(value(45_000.5, fields.fee)).toBe(45_000.5);
    expect(value('a lot', fields.fee)).toBe(
      'Fee must be an amount in rupees, such as 45,000, 45k or 1.2 lakh',
    );
    expect(value('1,000', number('Count'))).toBe(1_000);
    expect(value('yes', boolean('Takes'))).toBe(true);
    expect(value('No', boolean('Takes'))).toBe(false);
    expect(value('maybe', boolean('Takes'))).toBe('Takes must be Yes or No');
  });

  it('keep all figures of a number, and a date as it is read', () => {
    expect(value(8.2, fields.academicScore)).toBe('8.2');
    expect(value(123456789012345680000, fields.notes)).toBe('123456789012345683968');
    expect(value(new Date('2026-02-03T00:00Z'), fields.notes)).toBe('03/02/2026');
    expect(cellText(new Date('2026-02-03T16:05Z'))).toBe('03/02/2026 16:05');
    expect(value(true, fields.notes)).toBe('Yes');
    expect(value('mailto: asha@mail.test', fields.email)).toBe('asha@mail.test');
    expect(value("'=1+1", fields.notes)).toBe('=1+1');
  });
});

describe('values of options', () => {
  it('are found however they are written, several in one cell', () => {
    expect(value('full-stack', fields.enrolledCourse)).toEqual(['Full Stack']);
    expect(value('AI/ML', fields.enrolledCourse)).toEqual(['AI/ML']);
    expect(value('java, devops ; AI/ML', fields.enrolledCourse)).toEqual(['JAVA', 'DevOps', 'AI/ML']);
    expect(value('Frontend/Backend/AI/ML', fields.enrolledCourse)).toEqual(['Frontend', 'Backend', 'AI/ML']);
    expect(value('Java and Cloud\nWeb design|java & Other', fields.enrolledCourse)).toEqual([
      'JAVA',
      'Cloud',
      'Web Design',
      'Other',
    ]);
    expect(value(2024, fields.yearOfPassing)).toBe('2024');
    expect(value('FRESHER', fields.experience)).toBe('Fresher');
    expect(value('maharashtra', fields.state)).toBe('Maharashtra');
  });

  it('that are none are unknown until it is said what they mean', () => {
    expect(read('Java Full Stack', fields.enrolledCourse)).toEqual({
      problem: '“Java Full Stack” is none of the values of Tech. Say what it means, or leave it out',
      unknown: ['Java Full Stack'],
    });
    const meanings = { 'java full stack': 'JAVA', Nothing: null };
    expect(read('JAVA FULL STACK, nothing, Cloud', fields.enrolledCourse, meanings)).toEqual({
      value: ['JAVA', 'Cloud'],
      unknown: ['JAVA FULL STACK', 'nothing'],
    });
    expect(read('Nothing', fields.gender, meanings)).toEqual({ value: null, unknown: ['Nothing'] });
  });

  it('of lists stand on lines, or between semicolons; commas are part of them', () => {
    expect(value('Core Java, version 17\n Spring ; Boot', hrRecord.fields.skillsRequired)).toEqual([
      'Core Java, version 17',
      'Spring',
      'Boot',
    ]);
  });

  it('of references are found by name', () => {
    expect(value('Asha', inquiry.fields.assignedTo)).toBe('u1');
    expect(read('Ravi', inquiry.fields.assignedTo)).toMatchObject({
      problem: 'Several are called “Ravi”. Say which one Assigned To means, or leave it out',
      unknown: ['Ravi'],
    });
    expect(read('Nobody', inquiry.fields.assignedTo, { nobody: 'u2' })).toEqual({
      value: 'u2',
      unknown: ['Nobody'],
    });
    expect(value('Nobody', inquiry.fields.assignedTo)).toContain('is none of the values of Assigned To');
  });
});

import { describe, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { hrRecord } from '#shared/model/hr-record.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { boolean, number } from '#shared/model/field.ts';
import { cellValueText } from '#shared/format/field-text.ts';
import { consentFields } from '#shared/model/consent.ts';
import { cellText, dateOfSerial, type Cell, type CellRead } from './cell.ts';
import { fold } from './fold.ts';
import { NOT_CALCULATED, readCell } from './read-cell.ts';

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

  it('beyond the calendar, as a number without strokes in a column of dates, are wrong, with a time and without', () => {
    const ofNumber = new Date(Date.UTC(1899, 11, 30) + 5_122_026 * 86_400_000);
    for (const field of [fields.dob, fields.nextCall])
      expect(value(ofNumber, field)).toBe(
        `${field.label} is ${cellText(ofNumber)}, which is no day of this calendar. Write it such as 25/11/2026`,
      );
    expect(value(new Date('9999-12-31T23:59Z'), fields.nextCall)).toBe('9999-12-31T18:29:00.000Z');
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
    expect(value(0.1 + 0.2, fields.academicScore)).toBe('0.3');
    expect(value(123456789012345680000, fields.notes)).toBe('123456789012345683968');
    expect(value(new Date('2026-02-03T00:00Z'), fields.notes)).toBe('03/02/2026');
    expect(cellText(new Date('2026-02-03T16:05Z'))).toBe('03/02/2026 16:05');
    expect(value(true, fields.notes)).toBe('Yes');
    expect(value('mailto: asha@mail.test', fields.email)).toBe('asha@mail.test');
    expect(value("'=1+1", fields.notes)).toBe('=1+1');
  });
});

describe('what nobody sees', () => {
  it('is no part of a value, nor a value by itself', () => {
    expect(value('\u200B98200\u00A012345\u200B', fields.mobile)).toBe('98200 12345');
    expect(value('\u202A+91 98200 12345\u202C', fields.mobile)).toBe('+91 98200 12345');
    expect(value('asha@mail.test\u200B', fields.email)).toBe('asha@mail.test');
    expect(value('\uFEFFAsha\u00A0Rao\u200B\u00A0', fields.fullName)).toBe('Asha Rao');
    expect(value('₹\u00A045,000/-\u200B', fields.fee)).toBe(45_000);
    expect(value('05/04/2004\u200B', fields.dob)).toBe('2004-04-05');
    expect(value('Female\u00A0', fields.gender)).toBe('Female');
    for (const written of ['\u200B', ' \u200D\u00A0', '\uFEFF'])
      expect(read(written, fields.fullName)).toEqual({ value: null });
  });

  it('stays where it shapes letters of Indian scripts', () => {
    expect(value('क्\u200Dष', fields.fullName)).toBe('क्\u200Dष');
    expect(value('श्री\u200C राव\u200D', fields.fullName)).toBe('श्री\u200C राव');
  });
});

describe('signs of a spreadsheet', () => {
  it('that stand for a failed formula are left out with a doubt, of any field', () => {
    for (const sign of ['#N/A', '#REF!', '#FIELD!', '#GETTING_DATA', 'Err:502'])
      for (const field of [fields.city, fields.fee, fields.gender, fields.dob])
        expect(read(sign, field)).toEqual({
          value: null,
          doubt: `${field.label} is ${sign}, the sign of a formula that failed: it is left out`,
        });
    expect(value('#1 in class', fields.notes)).toBe('#1 in class');
  });

  it('that stand for a value which the file does not have are wrong', () => {
    expect(value(NOT_CALCULATED, fields.notes)).toContain('a formula that was never calculated');
    expect(value('########', fields.dob)).toContain('the column was too narrow');
    expect(value('#####', fields.fullName)).toContain('what stood here is lost');
  });

  it('before figures say that it is a text', () => {
    expect(value("'25-Nov-26", fields.nextCall)).toBe('2026-11-25T04:30:00.000Z');
    expect(value('’05-Apr-2004', fields.dob)).toBe('2004-04-05');
    expect(value("'45000", fields.fee)).toBe(45_000);
    expect(value("'98 batch", fields.notes)).toBe("'98 batch");
  });
});

describe('times of day', () => {
  it('are no moment without their day, and no day', () => {
    for (const time of ['4:30 pm', '16:30', '4 PM', '4.30 p.m.', new Date('1899-12-31T16:30Z')])
      for (const field of [fields.nextCall, fields.dob])
        expect(value(time, field)).toContain('a time without its day. Write such as 25/11/2026 4:30 pm');
    expect(value('25.11.2004', fields.dob)).toBe('2004-11-25');
  });

  it('are themselves in a text', () => {
    expect(value('4:30 pm', fields.batchTime)).toBe('4:30 pm');
    for (const day of ['1899-12-30', '1899-12-31', '1904-01-01'])
      expect(value(new Date(`${day}T16:30Z`), fields.batchTime)).toBe('16:30');
    expect(cellText(new Date('1904-02-01T16:30Z'))).toBe('01/02/1904 16:30');
  });
});

describe('values of options', () => {
  it('are found as tables write them besides', () => {
    for (const [written, meant] of Object.entries({ M: 'Male', f: 'Female', FEMALE: 'Female', पुरुष: 'Male' }))
      expect(read(written, fields.gender)).toEqual({ value: meant });
    for (const [written, meant] of Object.entries({ Y: 'Yes', TRUE: 'Yes', n: 'No', 0: 'No' }))
      expect(read(written, fields.backlogs)).toEqual({ value: meant });
    expect(value('X', fields.gender)).toContain('is none of the values of Gender');
    expect(value('2', fields.backlogs)).toContain('is none of the values of Backlogs');
    for (const written of ['2025.0', '2025.00', '2,025', 2025, '2025 '])
      expect(value(written, fields.yearOfPassing)).toBe('2025');
    expect(value('2025.5', fields.yearOfPassing)).toContain('is none of the values');
    expect(value('2025.0', number('Year'))).toBe(2025);
    const of = { kind: 'option', label: 'Version', options: ['2.0', '2', '20'] } as const;
    expect([value('2.0', of), value('20.0', of)]).toEqual(['2.0', '20']);
  });

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

  it('with a word of joining within are not taken apart at it', () => {
    expect(value('Training, Calls and messages', consentFields.consentFor)).toEqual([
      'Training',
      'Calls and messages',
    ]);
    expect(value('Cloud, and DevOps & JAVA', fields.enrolledCourse)).toEqual(['Cloud', 'DevOps', 'JAVA']);
  });

  it('of a list come back from a cell of ours as they were', () => {
    const skills = ['Core Java, version 17', 'Spring', 'Python'];
    const { skillsRequired } = hrRecord.fields;
    expect(value(cellValueText(skillsRequired, skills), skillsRequired)).toEqual(skills);
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

describe('cells as long as a file may have them', () => {
  const blanks = ' '.repeat(60_000);
  const marks = `${'\u0300'.repeat(60_000)}${'\u0316'.repeat(60_000)}`;

  it('are refused by their length where they are no text, before they are taken apart', () => {
    for (const field of [fields.mobile, fields.dob, fields.fee, fields.gender, fields.email])
      for (const cell of [`9${blanks}8`, `n${blanks}x`, `9${marks}8`])
        expect(value(cell, field)).toMatch(
          new RegExp(`^${field.label} may have (?:40|200) characters at most$`),
        );
    const strokes = 'a/'.repeat(20_000);
    expect(value(strokes, fields.enrolledCourse)).toBe('Tech may have 2,000 characters at most');
    expect(value(strokes.slice(0, 2_000), fields.enrolledCourse)).toMatch(/is none of the values of Tech/);
  });

  it('are what they are where any text may stand', () => {
    expect(value(`n${blanks}x`, fields.notes)).toBe(`n${blanks}x`);
    expect(value(`n${marks}`, fields.notes)).toBe(`n${marks}`);
    expect(fold(`Zoe${marks}`)).toBe('zoe');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { candidate } from '#shared/model/candidate.ts';
import { fieldSchema } from '#shared/model/field-schema.ts';
import { CV_FIELDS, type CvField } from '#shared/protocol/document-calls.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { proposalsOf } from './proposals.ts';
import { figuresOf, type Figures } from './testing/judged.ts';
import { madeCv } from './testing/made-cv.ts';

const proposed = (field: CvField, ...lines: string[]): string | undefined =>
  proposalsOf(lines.join('\n')).find((one) => one.field === field)?.value;

const COUNT = 200;
/** The reader was written with the first ones in sight; the others were made when it was done. */
const SETS = [
  { called: 'the CVs it was written by', figures: figuresOf(1, COUNT) },
  { called: 'CVs it had not seen', figures: figuresOf(700_001, COUNT) },
];

const said = ({ right, wrong, missing }: Figures): string =>
  `${right} right, ${wrong} wrong, ${missing} missing`;

describe.each(SETS)(`of ${COUNT} made CVs, $called`, ({ figures }) => {
  for (const field of CV_FIELDS) {
    const figure = figures[field];
    test(`${field}: ${said(figure)}`, () => {
      if (field === 'mobile' || field === 'email') {
        expect(figure.right, figure.faults.join('\n')).toBeGreaterThanOrEqual(COUNT * 0.95);
      } else {
        expect(figure.wrong, figure.faults.join('\n')).toBeLessThanOrEqual(COUNT * 0.02);
        expect(figure.right).toBeGreaterThan(figure.missing);
      }
    });
  }
});

describe('the mobile number', () => {
  test.each([
    ['+91 98765 43210'],
    ['098765-43210'],
    ['98765.43210'],
    ['(91) 9876543210'],
    ['(+91)-98765-43210'],
    ['9876543210 / 9123456780'],
    ['9 8 7 6 5 4 3 2 1 0'],
    ['Mob: +91 98765\n43210'],
    ['Phone No.\t९८७६५ ४३२१०'],
    ['मोबाइल: 98765 43210'],
    ['♂phone+91-9876543210'],
    ['Email: a.sharma@example.com98765 Mobile:9876543210'],
  ])('is read from %j', (line) => {
    expect(proposed('mobile', 'Asha Sharma', line)).toBe('+91 98765 43210');
  });

  test.each([
    ['Aadhaar No: 9876 5432 1098'],
    ['Enrollment No: 9876543210'],
    ['Phone: 0712 2881493'],
    ['Phone: +91-731-2630451'],
    ['Pin 411038, 78.45%, 2016-2020'],
    ['asha.9876543210@example.com'],
    ["Father's Mobile: 98765 43210"],
    ['References\nDr. V. Rao, HOD, Mobile 98765 43210'],
    ['98765432109876543210'],
  ])('is not read from %j', (line) => {
    expect(proposed('mobile', 'Asha Sharma', line)).toBeUndefined();
  });

  test("is the candidate's, wherever the reference's stands", () => {
    const lines = ['REFERENCES', 'Dr. Rao, Mobile: 9123456780', 'PERSONAL DETAILS', 'Mobile: 9876543210'];
    expect(proposed('mobile', ...lines)).toBe('+91 98765 43210');
  });

  test('of another country keeps its country', () => {
    expect(proposed('mobile', 'Asha Sharma', 'Mobile: +971 50 123 4567')).toBe('+971 50 123 4567');
  });
});

describe('the email address', () => {
  test.each([
    ['asha.sharma @ gmail.com'],
    ['asha.sharma@gmail .com'],
    ['asha.sharma@\ngmail.com'],
    ['mailto:Asha.Sharma@GMAIL.COM.'],
    ['Email:asha.sharma@gmail.comMobile:9876543210'],
    ['♂envelopeasha.sharma@gmail.com'],
    ['placement@college.ac.in, asha.sharma@gmail.com'],
    ['asha.cs21@college.edu.in\nasha.sharma@gmail.com'],
  ])('is read from %j', (line) => {
    expect(proposed('email', 'ASHA SHARMA', line)).toBe('asha.sharma@gmail.com');
  });

  test.each([
    ['placement@college.ac.in'],
    ['References\nasha@gmail.com'],
    ['asha@ work @ home'],
    ['@'.repeat(500)],
  ])('is not read from %j', (line) => expect(proposed('email', 'ASHA SHARMA', line)).toBeUndefined());
});

test('each proposal is valid for its field and says the line that it comes from', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    for (const { field, value, from } of proposalsOf(madeCv(seed).text)) {
      expect(fieldSchema(candidate.fields[field]).parse(value)).toBe(value);
      expect(from).not.toBe('');
      expect(from.length).toBeLessThanOrEqual(200);
    }
  }
  expect(proposalsOf('ASHA SHARMA\n  Mob:  98765  43210 ')).toContainEqual({
    field: 'mobile',
    value: '+91 98765 43210',
    from: 'Mob: 98765 43210',
  });
});

test('text that says nothing gives nothing', () => {
  for (const text of ['', ' \n\t', '\uFFFD\0\uD800', '%PDF-1.7', 'The quick brown fox'])
    expect(proposalsOf(text)).toEqual([]);
});

interface Work {
  work: number;
  longest: number;
}

describe('hostile text', () => {
  const PIECES = [
    'a',
    '9',
    '9 ',
    '@',
    'a@',
    'a.',
    'a@b.',
    '- ',
    '(',
    ' ',
    '\t',
    'a   ',
    'A B C ',
    '9876543210 ',
    '98765 \n43210\n',
    'a@b.com\n',
    'a   b   c\n',
    'SKILLS\n',
    'Java C ',
    'SKILLS   EDUCATION\nJava   B.Tech 2020 X College\n',
    'Current Address: x\n',
    'Name:\n',
    'Rahul Sharma\n',
    'EDUCATION\nB.Tech College of and 2020\n',
    'college of and ',
    '\uFDFA',
    'linkedin.com/in/',
    'http://a.b/',
    '2020-20',
    'Pune - 411038\n',
    "D'-'-",
    'x.com ',
    'EDUCATION\n2020.2020.',
  ];
  afterEach(() => void vi.restoreAllMocks());

  /** Characters that all regular expressions went over; loops over characters ask one for each, and count so. */
  function workOf(text: string): Work {
    let work = 0;
    let longest = 0;
    const exec = Reflect.get(RegExp.prototype, 'exec');
    const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (
      this: RegExp,
      subject: string,
    ) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const found = exec.call(this, subject);
      const end = this.sticky ? from : subject.length;
      work += 1 + (found ? found.index + found[0].length : end) - from;
      longest = Math.max(longest, subject.length);
      return found;
    });
    proposalsOf(text);
    spy.mockRestore();
    return { work, longest };
  }

  test.each(PIECES)(
    '%j over and over: the work grows no faster than the text, and ends at 60,000 characters',
    (piece) => {
      const [half, whole, double] = [30_000, 60_000, 120_000].map((length) =>
        workOf(piece.repeat(Math.ceil(length / piece.length)).slice(0, length)),
      ) as [Work, Work, Work];
      expect(whole.work).toBeLessThanOrEqual(2.2 * half.work + 10_000);
      expect(double.work).toBeLessThanOrEqual(1.01 * whole.work + 10_000);
      expect(whole.work).toBeLessThan(MOST_WORK);
      // However long the text, no expression is given more than a line of it.
      expect(double.longest).toBeLessThanOrEqual(LONGEST_LINE);
    },
  );

  /** In characters, for a text of 60,000. */
  const MOST_WORK = 6_000_000;
  const LONGEST_LINE = 800;

  test('no regular expression repeats what repeats', () => {
    const sources = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.'),
    );
    expect(sources.length).toBeGreaterThan(8);
    for (const name of sources) {
      const source = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
      for (const line of source.split('\n')) {
        if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) continue;
        expect(line, name).not.toMatch(/[+*}]\)(?:[+*]|\{\d*,\})/);
      }
    }
  });
});

import { expect, test } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { fillTemplate, type MessageSubject } from './fill-template.ts';

const asha: AnyRecord = {
  _id: 'c1',
  fullName: 'Asha Verma',
  mobile: '98765 43210',
  email: 'asha@example.com',
  interviewDate: '2026-08-05T11:00:00.000Z',
  dob: '2001-03-09',
  fee: 125_000,
  recievedAmount: 45_000.5,
  enrolledCourse: ['Full Stack', 'DevOps'],
  discussion: 'First line\r\nsecond line',
  map: 'u1',
};

const of = (record: Partial<AnyRecord> = {}, more: Partial<MessageSubject> = {}): MessageSubject => ({
  entity: candidate,
  record: { ...asha, ...record },
  references: { map: 'Kavita Menon' },
  role: 'HR',
  sender: 'Nikhil Joshi',
  ...more,
});

const filled = (template: string, record: Partial<AnyRecord> = {}): string =>
  fillTemplate(template, of(record)).text;

test('values are written as the product writes them', () => {
  expect(filled('{fullName}, {interviewDate}; {dob}')).toBe('Asha Verma, 05 Aug 2026, 4:30 pm; 09 Mar 2001');
  expect(filled('{fee} and {recievedAmount}')).toBe('₹1,25,000 and ₹45,000.50');
  expect(filled('{enrolledCourse}')).toBe('Full Stack, DevOps');
  expect(filled('{map}')).toBe('Kavita Menon');
  expect(filled('{name}/{firstName}/{sender}')).toBe('Asha Verma/Asha/Nikhil Joshi');
  expect(filled('{firstName}', { fullName: 'A. Rao' })).toBe('A. Rao');
  expect(filled('{{{fullName}}}')).toBe('{Asha Verma}');
});

test('an inquiry has a name too', () => {
  const subject = of({}, { entity: inquiry, record: { _id: 'i', Name: 'Ravi Kumar' } });
  expect(fillTemplate('{name}, {Name}, {firstName}', subject).text).toBe('Ravi Kumar, Ravi Kumar, Ravi');
});

test('what is empty leaves a gap that can be seen, and is told once', () => {
  const { text, gaps } = fillTemplate(
    'On {interviewDate} ({interviewDate}) with {interviewerName}; {map}',
    of({ interviewDate: null, map: null }),
  );
  expect(text).toBe('On [Interview Date & Time] ([Interview Date & Time]) with [Interviewer]; [AddedBy]');
  expect(gaps.map(({ message }) => message)).toEqual([
    'Interview Date & Time is empty.',
    'Interviewer is empty.',
    'AddedBy is empty.',
  ]);
  expect(fillTemplate('{trainer}', of({ trainer: '  \u0000 ' })).gaps).toHaveLength(1);
  expect(fillTemplate('{fee}', of({ fee: 0 }))).toEqual({ text: '₹0', gaps: [] });
});

test.each(['{__proto__}', '{constructor}', '{_id}', '{gone}', '{profilePicture}', '{}'])(
  '%s is no field: it stands as it was written',
  (written) => {
    const { text, gaps } = fillTemplate(`a ${written} b`, of({ profilePicture: 'f'.repeat(64) }));
    expect(text).toBe(`a ${written} b`);
    expect(gaps).toEqual([
      { mark: written, message: `${written} cannot be filled in here, and stands as it was written.` },
    ]);
  },
);

test('what the role may not read is not filled in, even where it is there', () => {
  for (const [role, template] of [
    ['Employee', '{fee} {recievedAmount}'],
    ['Student', '{notes} {mobile}'],
    ['', '{fullName} {notes}'],
  ] as const) {
    const { text, gaps } = fillTemplate(template, of({ notes: 'private' }, { role }));
    expect(text).toBe(template);
    expect(gaps).toHaveLength(2);
  }
});

test('values are text: braces, new lines and control characters in them change nothing around', () => {
  expect(filled('{fullName}!', { fullName: '{fee} {{x}}' })).toBe('{fee} {{x}}!');
  expect(filled('{fullName}!', { fullName: 'Asha\r\nBcc: x@y.z\u2028\tV\u0000\u001b[1m' })).toBe(
    'Asha Bcc: x@y.z V[1m!',
  );
  expect(filled('{discussion}!')).toBe('First line\nsecond line!');
  expect(filled('{fullName}', { fullName: '\u202eamreV ahsA' })).toBe('amreV ahsA');
  expect(filled('{fullName}', { fullName: 'आशा क्\u200dष 👩‍🎓' })).toBe('आशा क्\u200dष 👩‍🎓');
  expect(filled('a\u0000b {fullName}', { fullName: 'x\ud800' })).toBe('ab x\ufffd');
});

test('a megabyte is filled in like any text', () => {
  const { text, gaps } = fillTemplate('{fullName} {x} '.repeat(70_000), of());
  expect(text.length).toBeGreaterThan(1_000_000);
  expect(gaps).toHaveLength(1);
});

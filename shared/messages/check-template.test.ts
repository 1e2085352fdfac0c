import { expect, test } from 'vitest';
import { everything } from '#shared/access/grants.ts';
import { candidate } from '#shared/model/candidate.ts';
import { defineEntity, type EntityDefinition } from '#shared/model/entity.ts';
import { money, secret, text } from '#shared/model/field.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { templateProblem } from './check-template.ts';

const readers = ['Super Admin', 'Admin', 'HR'] as const;
const ofCandidates = (template: string): string | null => templateProblem(template, [candidate], readers);

test.each([
  'Hello {fullName}, your interview is on {interviewDate}.',
  'Dear {firstName}, {fee} minus {recievedAmount}. {sender}',
  'Code {{x}} of {enrolledCourse} by {map}',
  '',
])('%j is fine', (template) => {
  expect(ofCandidates(template)).toBeNull();
});

test.each([
  ['{fulName}', 'There is no {fulName} of candidates. The nearest is {fullName}'],
  ['{Interview Date}', 'There is no {Interview Date} of candidates. The nearest is {interviewDate}'],
  ['{FULLNAME}', 'There is no {FULLNAME} of candidates. The nearest is {fullName}'],
  ['{Name}', 'There is no {Name} of candidates. The nearest is {name}'],
  ['{__proto__}', 'There is no {__proto__} of candidates. Choose one under Insert a field'],
  ['{constructor}', 'There is no {constructor} of candidates. Choose one under Insert a field'],
  ['{toString}', 'There is no {toString} of candidates. Choose one under Insert a field'],
  ['{profilePicture}', 'There is no {profilePicture} of candidates. Choose one under Insert a field'],
  ['{}', 'Nothing stands between { and }. Write the name of a field there, such as {name}'],
  [
    'Hello {fullName',
    'A brace has no partner at "Hello {fullName". Fields stand as {name}; for a brace itself write {{ or }}',
  ],
])('%j is refused with a sentence that names it', (template, sentence) => {
  expect(ofCandidates(template)).toBe(sentence);
});

test('a name of any length is answered at once, and shown short', () => {
  const sentence = ofCandidates(`{${'x'.repeat(1_000_000)}}`);
  expect(sentence).toContain(`{${'x'.repeat(40)}…}`);
});

test('what is for two kinds names what both have', () => {
  const both = [candidate, inquiry];
  expect(templateProblem('{name} {firstName} {mobile} {nextCall}', both, readers)).toBeNull();
  expect(templateProblem('{fullName}', both, readers)).toBe(
    'There is no {fullName} of inquiries. The nearest is {name}',
  );
  expect(templateProblem('{leadStatus}', both, readers)).toContain('There is no {leadStatus} of candidates.');
});

test('what one of its readers may not read is refused', () => {
  const paid = defineEntity({
    name: 'paid',
    label: 'Paid',
    plural: 'Paid ones',
    path: 'paid',
    title: 'name',
    fields: {
      name: text('Name'),
      salary: money('Salary', { groups: ['payment'] }),
      word: secret('Password'),
    },
    searchScopes: {},
    lists: {},
    access: {
      Admin: everything,
      HR: [{ rows: 'all', read: { except: 'payment' }, set: 'all' }],
    },
  });
  expect(templateProblem('{salary}', [paid], ['Admin', 'HR'])).toBe(
    'HR may not read {salary} of paid ones, and would use this template too. Leave it out',
  );
  expect(templateProblem('{salary}', [paid], ['Admin'])).toBeNull();
  expect(templateProblem('{word}', [paid], ['Admin'])).toContain('There is no {word} of paid ones');
});

test('who may read what is asked as often for a text of many fields as for one field', () => {
  let asked = 0;
  const counted: EntityDefinition = {
    ...candidate,
    get access() {
      asked += 1;
      return candidate.access;
    },
  };
  const asksOf = (text: string): number => {
    asked = 0;
    expect(templateProblem(text, [counted], ['HR'])).toBeNull();
    return asked;
  };
  expect(asksOf('{mobile} {city} '.repeat(200))).toBe(asksOf('{mobile}'));
});

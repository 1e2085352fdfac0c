import { describe, expect, it } from 'vitest';
import { entities, entityNames, entityOf, type EntityName } from './entities.ts';
import type { FieldKind } from './field.ts';
import { validateChanges, type ValidationContext } from './validation.ts';

/**
 * Section 5, line by line, as far as a record can break it. Rules of forms are proven beside the forms: the login in
 * renderer/screens/sign-in, the comma-separated headline in renderer/screens/career-slide, Save that stays disabled in
 * tests/browser, and the question before every delete in renderer/components/list-screen.
 */
const NOW = Date.parse('2026-06-01T06:30:20.000Z');
const create: ValidationContext = { mode: 'create', now: NOW };
const update: ValidationContext = { mode: 'update', now: NOW };

function messages(name: EntityName, changes: Record<string, unknown>, context = create): string[] {
  return validateChanges(entityOf(name), changes, context).issues.map((issue) => issue.message);
}

function stored(name: EntityName, changes: Record<string, unknown>): Record<string, unknown> {
  return validateChanges(entityOf(name), changes, update).values;
}

function fieldsWhere(
  name: EntityName,
  test: (field: { kind: FieldKind; required?: boolean }) => boolean,
): string[] {
  return Object.entries(entityOf(name).fields)
    .filter(([, field]) => test(field))
    .map(([field]) => field);
}

/** What a new record of each entity must have; everything else may be left empty. */
const required: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  user: ['name', 'email'],
  role: ['name'],
  roleAssignment: ['userEmail', 'roleName'],
  leadStatus: ['name'],
  careerSlide: [],
  job: ['title', 'email'],
  blog: ['title', 'slug'],
  dataLink: ['purpose', 'link'],
  contactInquiry: [],
  hrRecord: [],
  inquiry: [],
  candidate: ['fullName', 'mobile', 'email'],
};

describe('section 5: required fields', () => {
  it.each(Object.entries(required))('%s', (name, fields) => {
    expect(fieldsWhere(name as EntityName, (field) => field.required === true)).toEqual(fields);
  });

  it.each(entityNames)('%s: none may be missing or blank', (name) => {
    const fields = fieldsWhere(name, (field) => field.required === true);
    const { issues } = validateChanges(entityOf(name), {}, create);
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual(
      fields.map((field) => `${field} required`),
    );
    for (const field of fields) {
      for (const blank of ['', '   ', null]) {
        const issuesOfBlank = validateChanges(entityOf(name), { [field]: blank }, update).issues;
        expect(issuesOfBlank).toMatchObject([{ field, code: 'required' }]);
      }
    }
  });
});

describe('section 5: messages', () => {
  it.each<[line: string, entity: EntityName, message: string]>([
    ['Assign role: both user and role are required', 'roleAssignment', 'User and Role are required'],
    ['Employee: name and email are required', 'user', 'Name and Email are required'],
    ['Job: title and email are required', 'job', 'Title and Email are required'],
    ['Blog: title and slug are required', 'blog', 'Title and Slug are required'],
    ['Data link: link and purpose are required (decision 12)', 'dataLink', 'Link and Purpose are required'],
  ])('%s', (_line, entity, message) => {
    const fields = required[entity] ?? [];
    expect(messages(entity, {})).toEqual(fields.map(() => message));
    for (const [one, other] of [fields, fields.toReversed()]) {
      const half = { [String(one)]: 'someone@example.com', [String(other)]: ' ' };
      expect(messages(entity, half)).toEqual([message]);
    }
  });
});

describe('section 5: candidate form', () => {
  it('fullName, mobile and email are required', () => {
    expect(messages('candidate', {})).toEqual([
      'Full Name is required',
      'Mobile is required',
      'Email is required',
    ]);
  });

  it('the email input is of email type', () => {
    expect(entities.candidate.fields.email.kind).toBe('email');
    expect(messages('candidate', { email: 'asha at example' }, update)).toEqual([
      'Email must be a valid email address',
    ]);
  });

  it.each([
    ['interviewDate', 'Interview Date & Time cannot be earlier than now'],
    ['nextCall', 'Next Call Date cannot be earlier than now'],
  ])('%s cannot be earlier than now, to the minute', (field, message) => {
    expect(messages('candidate', { [field]: '2026-06-01T06:29:59.000Z' }, update)).toEqual([message]);
    expect(messages('candidate', { [field]: '2026-06-01T06:30:00.000Z' }, update)).toEqual([]);
    expect(messages('candidate', { [field]: null }, update)).toEqual([]);
  });

  it('no other time may not lie in the past', () => {
    const restricted = entityNames.flatMap((name) =>
      Object.entries(entityOf(name).fields)
        .filter(([, field]) => field.notBeforeNow)
        .map(([field]) => `${name}.${field}`),
    );
    expect(restricted).toEqual(['inquiry.nextCall', 'candidate.nextCall', 'candidate.interviewDate']);
  });

  it('decision 12: a past time that is stored already may stay, and one that arrives late is taken', () => {
    const past = '2026-05-01T06:30:00.000Z';
    for (const field of ['interviewDate', 'nextCall']) {
      expect(messages('candidate', { [field]: past }, { ...update, stored: { [field]: past } })).toEqual([]);
      expect(messages('candidate', { [field]: past }, { mode: 'update' })).toEqual([]);
    }
  });
});

describe('days that a person cannot mean', () => {
  /** 12:15 am on 2 June in India, where the UTC day is still the first. */
  const night: ValidationContext = { mode: 'update', now: Date.parse('2026-06-01T18:45:00.000Z') };

  it.each(['candidate', 'user'] as const)(
    '%s: nobody was born after today in India, or before 1900',
    (name) => {
      expect(messages(name, { dob: '2026-06-02' }, night)).toEqual([]);
      expect(messages(name, { dob: '2026-06-03' }, night)).toEqual([
        'Date of Birth cannot be later than today',
      ]);
      expect(messages(name, { dob: '1899-12-31' }, night)).toEqual([
        'Date of Birth cannot be before 01 Jan 1900',
      ]);
      expect(messages(name, { dob: '1900-01-01' }, night)).toEqual([]);
      expect(messages(name, { dob: '2030-01-01' }, { ...night, stored: { dob: '2030-01-01' } })).toEqual([]);
      expect(messages(name, { dob: '2030-01-01' }, { mode: 'update' })).toEqual([]);
    },
  );

  it('DOL is not before DOJ, as the record would be', () => {
    const wrong = ['DOL cannot be before DOJ'];
    const stored = { DOJ: '2026-03-01', DOL: null };
    expect(messages('user', { DOJ: '2026-03-01', DOL: '2026-02-28' }, update)).toEqual(wrong);
    expect(messages('user', { DOJ: '2026-03-01', DOL: '2026-03-01' }, update)).toEqual([]);
    expect(messages('user', { DOL: '2026-02-28' }, { ...update, stored })).toEqual(wrong);
    expect(messages('user', { DOJ: '2026-02-01', DOL: '2026-02-28' }, { ...update, stored })).toEqual([]);
    expect(
      messages('user', { DOJ: '2026-04-01' }, { ...update, stored: { ...stored, DOL: '2026-03-20' } }),
    ).toEqual(wrong);
    // Late or not: it is no question of the clock.
    expect(messages('user', { DOL: '2026-02-28' }, { mode: 'update', stored })).toEqual(wrong);
  });

  it('DOL before DOJ stays where it is stored so, and stops no other change', () => {
    const stored = { DOJ: '2026-03-01', DOL: '2026-02-28' };
    expect(messages('user', { ...stored, salary: 5 }, { ...update, stored })).toEqual([]);
    expect(messages('user', { DOL: '2026-02-27' }, { ...update, stored })).toHaveLength(1);
    expect(messages('user', { DOL: null }, { ...update, stored })).toEqual([]);
  });
});

describe('section 5: inquiry', () => {
  it('save trims Name and mobile; no other checks apply', () => {
    const { values, issues } = validateChanges(
      entityOf('inquiry'),
      { Name: '  Asha ', mobile: ' 98765 ' },
      create,
    );
    expect(issues).toEqual([]);
    expect(values).toEqual({
      Name: 'Asha',
      mobile: '98765',
      interviewStatus: 'Not Scheduled',
      statusType: 'No',
    });
    expect(messages('inquiry', {})).toEqual([]);
    expect(messages('inquiry', { Name: ' ', mobile: 'no number yet' })).toEqual([]);
  });

  it('Next Call: the earliest selectable time is now', () => {
    expect(messages('inquiry', { nextCall: '2026-06-01T06:29:59.000Z' })).toEqual([
      'Next Call cannot be earlier than now',
    ]);
    expect(messages('inquiry', { nextCall: '2026-06-01T06:30:00.000Z' })).toEqual([]);
  });

  it('Next Call: the value is an ISO timestamp', () => {
    expect(stored('inquiry', { nextCall: '2026-06-01T16:30' })).toEqual({
      nextCall: '2026-06-01T11:00:00.000Z',
    });
  });
});

describe('section 5: roles and lead statuses', () => {
  it.each(['role', 'leadStatus'] as const)('%s: the name must be non-empty after trimming', (name) => {
    expect(messages(name, { name: '   ' })).toHaveLength(1);
    expect(messages(name, { name: '   ' }, update)).toHaveLength(1);
    expect(stored(name, { name: '  Warm ' })).toEqual({ name: 'Warm' });
  });
});

describe('section 5: HR form', () => {
  it('no required fields', () => {
    expect(validateChanges(entityOf('hrRecord'), {}, create)).toEqual({ values: {}, issues: [] });
  });

  it('email fields are of email type; LinkedIn and website fields are of URL type', () => {
    expect(fieldsWhere('hrRecord', ({ kind }) => kind === 'email')).toEqual([
      'personalEmail',
      'companyEmail',
    ]);
    expect(fieldsWhere('hrRecord', ({ kind }) => kind === 'url')).toEqual([
      'personalLinkedIn',
      'companyLinkedIn',
      'companyWebsite',
    ]);
    expect(messages('hrRecord', { companyEmail: 'nobody' })).toEqual([
      'Company Email must be a valid email address',
    ]);
    expect(messages('hrRecord', { personalLinkedIn: 'javascript:alert(1)' })).toEqual([
      'Personal LinkedIn must be a web address, such as https://example.com',
    ]);
    expect(messages('hrRecord', { companyWebsite: 'example.com' })).toEqual([]);
  });

  it('job roles and skills: each line is trimmed, blank lines are dropped, a comma separates nothing', () => {
    expect(
      stored('hrRecord', { jobRoles: [' Tester ', '', '  '], skillsRequired: ['Java, Spring', ' SQL'] }),
    ).toEqual({ jobRoles: ['Tester'], skillsRequired: ['Java, Spring', 'SQL'] });
  });
});

describe('section 5: lists of jobs', () => {
  it.each(['responsibilities', 'skills', 'requiredSkills'])('%s: lines trimmed, blanks dropped', (field) => {
    expect(stored('job', { [field]: ['  Teach ', '', 'Review, weekly'] })).toEqual({
      [field]: ['Teach', 'Review, weekly'],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { blog } from './blog.ts';
import { candidate } from './candidate.ts';
import { careerSlide } from './career-slide.ts';
import { dataLink } from './data-link.ts';
import { hrRecord } from './hr-record.ts';
import { inquiry } from './inquiry.ts';
import { job } from './job.ts';
import { roleAssignment } from './role-assignment.ts';
import { user } from './user.ts';
import type { EntityDefinition } from './entity.ts';
import { validateChanges, type ValidationContext } from './validation.ts';

const NOW = Date.parse('2026-06-01T06:30:20.000Z');
const create: ValidationContext = { mode: 'create', now: NOW };
const update: ValidationContext = { mode: 'update', now: NOW };

function messages(entity: EntityDefinition, changes: Record<string, unknown>, context = create): string[] {
  return validateChanges(entity, changes, context).issues.map((issue) => issue.message);
}

describe('section 5: validation rules', () => {
  it('asks a candidate for full name, mobile and email', () => {
    expect(messages(candidate, {})).toEqual([
      'Full Name is required',
      'Mobile is required',
      'Email is required',
    ]);
  });

  it.each([
    [roleAssignment, 'User and Role are required'],
    [user, 'Name and Email are required'],
    [job, 'Title and Email are required'],
    [blog, 'Title and Slug are required'],
    [dataLink, 'Link and Purpose are required'],
  ])('says the message of $name', (entity: EntityDefinition, message) => {
    expect(new Set(messages(entity, {}))).toEqual(new Set([message]));
  });

  it('lets neither interview date nor next call lie before now, to the minute', () => {
    const past = '2026-06-01T06:29:59.000Z';
    expect(messages(candidate, { interviewDate: past }, update)).toEqual([
      'Interview Date & Time cannot be earlier than now',
    ]);
    expect(messages(inquiry, { nextCall: past }, update)).toEqual(['Next Call cannot be earlier than now']);
    expect(messages(candidate, { nextCall: '2026-06-01T06:30:00.000Z' }, update)).toEqual([]);
  });

  it('keeps a past time that is stored already, and one that arrives late', () => {
    const past = '2026-05-01T06:30:00.000Z';
    const stored = { nextCall: past };
    expect(messages(candidate, { nextCall: past }, { ...update, stored })).toEqual([]);
    expect(messages(candidate, { nextCall: past }, { mode: 'update' })).toEqual([]);
  });

  it('trims Name and mobile of an inquiry, and gives the defaults', () => {
    const { values, issues } = validateChanges(inquiry, { Name: '  Asha ', mobile: ' 98765 ' }, create);
    expect(issues).toEqual([]);
    expect(values).toEqual({
      Name: 'Asha',
      mobile: '98765',
      interviewStatus: 'Not Scheduled',
      statusType: 'No',
    });
  });

  it('drops blank lines of lists, and asks an HR record for nothing', () => {
    const { values, issues } = validateChanges(hrRecord, { jobRoles: [' Tester ', '', '  '] }, create);
    expect(issues).toEqual([]);
    expect(values).toEqual({ jobRoles: ['Tester'] });
  });

  it('checks emails and web addresses by their kind', () => {
    expect(messages(hrRecord, { companyEmail: 'nobody' })).toEqual([
      'Company Email must be a valid email address',
    ]);
    expect(messages(hrRecord, { companyWebsite: 'javascript:alert(1)' })).toEqual([
      'Company Website must be a web address, such as https://example.com',
    ]);
    expect(messages(hrRecord, { companyWebsite: 'example.com' })).toEqual([]);
  });
});

describe('values', () => {
  it('holds an empty field as null, and refuses to empty a required one', () => {
    expect(validateChanges(candidate, { city: '  ' }, update).values).toEqual({ city: null });
    expect(messages(candidate, { fullName: ' ' }, update)).toEqual(['Full Name is required']);
  });

  it('takes rupees as a number or its digits, not below 0, two decimals at most', () => {
    expect(validateChanges(candidate, { fee: '45000.50' }, update).values).toEqual({ fee: 45000.5 });
    expect(messages(candidate, { fee: -1 }, update)).toEqual(['Fee cannot be below 0']);
    expect(messages(candidate, { fee: 1.234 }, update)).toEqual(['Fee may have two decimals at most']);
    expect(messages(candidate, { fee: 'many' }, update)).toEqual(['Fee must be an amount in rupees']);
    expect(messages(candidate, { fee: true }, update)).toEqual(['Fee must be an amount in rupees']);
    expect(messages(candidate, { fee: [] }, update)).toEqual(['Fee must be an amount in rupees']);
    expect(messages(candidate, { fee: '0x10' }, update)).toEqual(['Fee must be an amount in rupees']);
  });

  it('takes a text that an old client sends as a number', () => {
    const { values } = validateChanges(candidate, { mobile: 9876543210, yearOfPassing: 2024 }, update);
    expect(values).toEqual({ mobile: '9876543210', yearOfPassing: '2024' });
  });

  it('turns a time without a zone into Indian time', () => {
    expect(validateChanges(candidate, { startDate: '2026-06-01T10:00' }, update).values).toEqual({
      startDate: '2026-06-01T04:30:00.000Z',
    });
  });

  it('names a field that the entity does not have', () => {
    expect(validateChanges(candidate, { shoeSize: 9 }, update).issues).toEqual([
      { field: 'shoeSize', code: 'unknown', message: 'Candidate has no field "shoeSize"' },
    ]);
    expect(validateChanges(candidate, { constructor: 1 }, update).issues[0]?.code).toBe('unknown');
  });

  it('keeps only listed options, each once', () => {
    expect(validateChanges(candidate, { enrolledCourse: ['JAVA', 'JAVA'] }, update).values).toEqual({
      enrolledCourse: ['JAVA'],
    });
    expect(messages(candidate, { enrolledCourse: ['Cooking'] }, update)).toEqual([
      'Tech must be among the listed values',
    ]);
    expect(messages(candidate, { gender: 'male' }, update)).toEqual([
      'Gender must be one of the listed values',
    ]);
  });

  it('limits the length of texts and refuses what a database cannot hold', () => {
    expect(messages(candidate, { city: 'x'.repeat(201) }, update)).toEqual([
      'City may have 200 characters at most',
    ]);
    expect(messages(candidate, { notes: 'x'.repeat(20_001) }, update)).toEqual([
      'Notes may have 20,000 characters at most',
    ]);
    expect(messages(candidate, { notes: 'a\u0000b' }, update)).toEqual([
      'Notes has a character that cannot be stored',
    ]);
  });

  it('checks the parts of an object', () => {
    expect(validateChanges(careerSlide, { cta: { label: ' Apply ' } }, update).values).toEqual({
      cta: { label: 'Apply', url: null },
    });
    expect(messages(careerSlide, { cta: { label: 'x', more: 1 } }, update)).toHaveLength(1);
    expect(messages(careerSlide, { cta: 'x' }, update)).toHaveLength(1);
  });
});

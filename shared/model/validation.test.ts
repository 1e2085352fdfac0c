import { describe, expect, it } from 'vitest';
import { activity } from './activity.ts';
import { candidate } from './candidate.ts';
import { careerSlide } from './career-slide.ts';
import { dataLink } from './data-link.ts';
import type { EntityDefinition } from './entity.ts';
import { job } from './job.ts';
import { savedView } from './saved-view.ts';
import { validateChanges, type ValidationContext } from './validation.ts';

const NOW = Date.parse('2026-06-01T06:30:20.000Z');
const create: ValidationContext = { mode: 'create', now: NOW };
const update: ValidationContext = { mode: 'update', now: NOW };

function messages(entity: EntityDefinition, changes: Record<string, unknown>, context = create): string[] {
  return validateChanges(entity, changes, context).issues.map((issue) => issue.message);
}

describe('values', () => {
  it('holds an empty field as null, and refuses to empty a required one', () => {
    expect(validateChanges(candidate, { city: '  ' }, update).values).toEqual({ city: null });
    expect(messages(candidate, { fullName: ' ' }, update)).toEqual(['Full Name is required']);
    expect(validateChanges(candidate, { enrolledCourse: [] }, update).values).toEqual({
      enrolledCourse: null,
    });
    expect(validateChanges(careerSlide, { headline: [' '] }, update).values).toEqual({ headline: null });
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

  it('says in plain words what is no date and no time', () => {
    for (const given of ['06/05/2001', '2001-02-30', 'soon', 5, ['2001-05-06']]) {
      expect(messages(candidate, { dob: given }, update)).toEqual(['Date of Birth must be a date']);
      expect(messages(candidate, { startDate: given }, update)).toEqual([
        'Start Date must be a date and time',
      ]);
    }
  });

  it('takes no time that lies in the year 10000 by its zone: as a text it would come before all others', () => {
    const given = '9999-12-31T23:59:59-12:00';
    expect(messages(candidate, { dob: given }, update)).toEqual(['Date of Birth must be a date']);
    expect(messages(candidate, { startDate: given }, update)).toEqual(['Start Date must be a date and time']);
    expect(messages(activity, { at: given }, update)).toEqual(['When must be a date and time']);
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

  it('judges nothing of what is too long but its length, however it is written', () => {
    const disguised = `\u200bhttps://a.test/${'\u0300'.repeat(60_000)}${'\u0316'.repeat(60_000)}`;
    expect(messages(candidate, { linkedin: disguised }, update)).toEqual([
      'LinkedIn may have 2,000 characters at most',
    ]);
    expect(messages(savedView, { settings: '['.repeat(30_000) }, update)).toEqual([
      'Settings may have 20,000 characters at most',
    ]);
    const unseen = '\u200b'.repeat(300_000);
    expect(messages(candidate, { city: `a${unseen}b` }, update)).toEqual([
      'City may have 200 characters at most',
    ]);
    expect(validateChanges(candidate, { city: `a${'\u200b'.repeat(900)}b` }, update).values).toEqual({
      city: 'ab',
    });
  });

  it('says once that a list has too many items, and not of each that it is wrong', () => {
    const wrong = Array.from({ length: 5_000 }, () => 1);
    expect(messages(candidate, { enrolledCourse: wrong }, update)).toEqual([
      'Tech may have 1,000 items at most',
    ]);
    expect(messages(job, { requiredSkills: wrong }, update)).toEqual([
      'Required Skills may have 1,000 items at most',
    ]);
    expect(messages(candidate, { enrolledCourse: 7 }, update)).toEqual(['Tech must be a list of texts']);
  });

  it('checks the parts of an object', () => {
    expect(validateChanges(careerSlide, { cta: { label: ' Apply ' } }, update).values).toEqual({
      cta: { label: 'Apply', url: null },
    });
    expect(
      validateChanges(careerSlide, { cta: { label: 'Apply', url: '/jobs#java' } }, update).values,
    ).toEqual({
      cta: { label: 'Apply', url: '/jobs#java' },
    });
    expect(messages(careerSlide, { cta: { label: 'Apply', url: '//evil.example' } }, update)).toEqual([
      'CTA URL must be a web address, such as https://example.com, or a page of the website, such as /jobs',
    ]);
    expect(messages(careerSlide, { cta: { label: 'x', more: 1 } }, update)).toHaveLength(1);
    expect(messages(careerSlide, { cta: 'x' }, update)).toHaveLength(1);
  });
});

describe('what nobody sees of a text', () => {
  const values = (changes: Record<string, unknown>, context: ValidationContext = update): unknown =>
    validateChanges(candidate, changes, context).values;

  it('is no part of the value, and no value by itself', () => {
    expect(values({ fullName: 'Ri\u200Bya\u00A0Sharma', mobile: '\u202A98200 12345\u202C' })).toEqual({
      fullName: 'Riya Sharma',
      mobile: '98200 12345',
    });
    expect(values({ city: 'Fee 1000 \u202E paid', email: 'asha@mail.test\u200B' })).toEqual({
      city: 'Fee 1000  paid',
      email: 'asha@mail.test',
    });
    expect(values({ city: '\u202E', notes: '\u200B\n', collegeName: '\u0007\u2028' })).toEqual({
      city: null,
      notes: null,
      collegeName: null,
    });
    expect(messages(candidate, { fullName: '\u200B\u2060' }, update)).toEqual(['Full Name is required']);
    expect(validateChanges(careerSlide, { headline: ['\u200B', 'A\u200Bb'] }, update).values).toEqual({
      headline: ['Ab'],
    });
  });

  it('stays where it shapes letters, and lines and tabs stay in a long text', () => {
    expect(values({ fullName: 'क्\u200Dष', notes: 'a\u200B\n\tb 👩\u200D💻' })).toEqual({
      fullName: 'क्\u200Dष',
      notes: 'a\n\tb 👩\u200D💻',
    });
  });

  it('stays in what is stored so, and is sent along unchanged', () => {
    const stored = { fullName: '\u200B\u2060', city: 'Pu\u200Bne' };
    expect(validateChanges(candidate, stored, { mode: 'update', stored })).toEqual({
      values: stored,
      issues: [],
    });
    expect(values({ city: 'Pune' }, { mode: 'update', stored })).toEqual({ city: 'Pune' });
  });

  it('makes no link that is refused without it', () => {
    const link = { purpose: 'List', link: 'javas\u200Bcript:alert(1)' };
    expect(validateChanges(dataLink, link, update).issues).toMatchObject([{ field: 'link' }]);
    expect(validateChanges(dataLink, { link: '\u200B\u2060' }, update).issues).toMatchObject([
      { field: 'link', code: 'required' },
    ]);
  });

  it('stays in the settings of a view, which are compared as they were sent', () => {
    const settings = JSON.stringify({ search: 'Pu\u200Bne' });
    expect(validateChanges(savedView, { settings }, update).values).toEqual({ settings });
  });
});

import { careerSlide } from '#shared/model/career-slide.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { blog } from '#shared/model/blog.ts';
import { candidate } from '#shared/model/candidate.ts';
import { user } from '#shared/model/user.ts';
import { expect, it } from 'vitest';
import { fieldText, unknownFieldText } from './field-text.ts';

it('says values as people read them', () => {
  expect(fieldText(fieldOf(user, 'name'), 'Asha Rao')).toBe('Asha Rao');
  expect(fieldText(fieldOf(user, 'salary'), 125000)).toBe('₹1,25,000');
  expect(fieldText(fieldOf(user, 'DOJ'), '2026-08-05')).toBe('05 Aug 2026');
  expect(fieldText(fieldOf(user, 'isActive'), false)).toBe('No');
  expect(fieldText(fieldOf(candidate, 'nextCall'), '2026-08-05T11:00:00.000Z')).toBe('05 Aug 2026, 4:30 pm');
  expect(fieldText(fieldOf(candidate, 'enrolledCourse'), ['DevOps', 'Cloud'])).toBe('DevOps, Cloud');
  expect(fieldText(fieldOf(blog, 'content'), '<p>Two  words</p>')).toBe('Two words');
  expect(fieldText(fieldOf(candidate, 'profilePicture'), 'f'.repeat(64))).toBe('A picture');
});

it('joins the parts of an object', () => {
  const text = fieldText(fieldOf(careerSlide, 'cta'), { label: 'Apply', url: 'https://example.test' });
  expect(text).toBe('Apply · https://example.test');
});

it('gives an empty text for an empty field', () => {
  for (const empty of [null, undefined, '', []]) expect(fieldText(fieldOf(user, 'salary'), empty)).toBe('');
});

it('says what a newer version has written in a field of its own', () => {
  expect(unknownFieldText('Rex\u202E')).toBe('Rex');
  expect(unknownFieldText(125_000)).toBe('1,25,000');
  expect(unknownFieldText(['Rex', 'Max'])).toBe('Rex, Max');
  expect(unknownFieldText({ name: 'Rex' })).toBe('{"name":"Rex"}');
  for (const empty of [null, undefined]) expect(unknownFieldText(empty)).toBe('');
});

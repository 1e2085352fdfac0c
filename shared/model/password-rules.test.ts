import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const owner = { name: 'Ramesh Chandra Gupta', email: 'ramesh.chandra@office.test' };
const LENGTH = 'Password must have 10 to 200 characters';
const GUESSED = 'This password is one of those that are guessed first. Choose another one';
const OWN = 'Password must not be the name or the email of its user';

describe('a password', () => {
  test.each([
    ['Demo@12345'],
    ['correct horse battery'],
    ['aaaaaaaaab'],
    ['मेरापासवर्डयहहै'],
    ['x'.repeat(100) + 'y'.repeat(100)],
    ['Ramesh Chandra Gupta of Pune'],
  ])('of enough characters is good whatever they are: %s', (password) => {
    expect(passwordProblem(password, owner)).toBe(null);
  });

  test.each([
    ['', LENGTH],
    ['Demo@1234', LENGTH],
    // Nine characters, though each takes two places in memory.
    ['🔑'.repeat(9), LENGTH],
    ['xy'.repeat(101), LENGTH],
    ['Password123', GUESSED],
    ['QWERTY uiop', GUESSED],
    ['1234567890', GUESSED],
    ['zzzzzzzzzzzz', GUESSED],
    ['ramesh chandra GUPTA', OWN],
    ['RameshChandraGupta', OWN],
    ['Ramesh.Chandra', OWN],
    ['Ramesh.Chandra@Office.test', OWN],
    ['line one\nline two', 'Password must not hold tabs or line breaks'],
  ])('is refused where it is too short, too long or guessed first: %j', (password, problem) => {
    expect(passwordProblem(password, owner)).toBe(problem);
  });

  test('is judged where nothing is known of its user', () => {
    expect(passwordProblem('correct horse battery', {})).toBe(null);
    expect(passwordProblem('short', { name: null, email: null })).toBe(LENGTH);
  });
});

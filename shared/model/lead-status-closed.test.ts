import { expect, it } from 'vitest';
import { saysClosed } from './lead-status-closed.ts';

it.each([
  ['Not Interested', true],
  ['not interested any more', true],
  ['Wrong Number', true],
  ['Admission Done', true],
  ['Enrolled', true],
  ['Lost – joined elsewhere', true],
  ['Interested', false],
  ['New Lead', false],
  ['Call Back Later', false],
  ['Not Reachable', false],
  ['Admission form sent', false],
  ['Will be joining', false],
])('a lead status named "%s" says closed: %s', (name, closed) => {
  expect(saysClosed(name)).toBe(closed);
});

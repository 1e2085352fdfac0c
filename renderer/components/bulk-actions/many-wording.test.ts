import type { ManyResult } from '#shared/protocol/many.ts';
import { expect, it } from 'vitest';
import { manyText } from './many-wording.ts';

const set: ManyResult = {
  set: 's',
  kind: 'set',
  entity: 'candidate',
  field: 'Interview Status',
  selected: 40,
  done: 40,
  same: 0,
  left: [],
  stopped: false,
};
const text = (result: Partial<ManyResult>): string => {
  const { title, message } = manyText({ ...set, ...result });
  return `${title} ${message}`;
};
const notYours = (count: number) => ({ why: 'not-yours', count, reason: 'Your role may not.' }) as const;

it('says what was done to all, and to one', () => {
  expect(text({})).toBe('Updated! Interview Status of 40 candidates set.');
  expect(text({ selected: 1, done: 1 })).toBe('Updated! Interview Status of 1 candidate set.');
  expect(text({ kind: 'delete', field: null })).toBe('Deleted! 40 candidates deleted.');
  expect(text({ kind: 'restore', field: null, done: 38, same: 2 })).toBe('Restored 40 candidates restored.');
});

it('counts what stayed as it is, with the reason', () => {
  expect(text({ done: 38, left: [notYours(2)] })).toBe('Updated! 38 of 40 set; 2 are not yours to change.');
  expect(text({ kind: 'delete', done: 39, left: [notYours(1)] })).toBe(
    'Deleted! 39 of 40 deleted; 1 is not yours to delete.',
  );
  expect(text({ done: 30, same: 8, left: [{ why: 'gone', count: 2, reason: '' }] })).toBe(
    'Updated! 30 of 40 set; 8 had it already; 2 are no longer there.',
  );
  const rule = { why: 'rule', count: 1, reason: 'Asha is the last active Super Admin.' } as const;
  expect(text({ done: 39, left: [rule] })).toBe(
    'Updated! 39 of 40 set; 1 stayed: Asha is the last active Super Admin.',
  );
});

it('says where it was stopped, and where nothing was left to do', () => {
  expect(text({ selected: 10_000, done: 1_500, stopped: true })).toBe('Stopped. 1,500 of 10,000 set.');
  expect(text({ done: 0, same: 40, set: null })).toBe('Nothing was changed. 0 of 40 set; 40 had it already.');
});

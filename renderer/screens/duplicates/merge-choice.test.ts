import { expect, it } from 'vitest';
import { entityOf } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { ALL, chosenValues, firstAdded, rowsToChoose, startingPicks } from './merge-choice.ts';

const candidate = entityOf('candidate');
const a: AnyRecord = {
  _id: 'a',
  createdAt: '2026-01-01',
  fullName: 'Asha',
  city: 'Pune',
  notes: 'first',
  interviewerName: 'Ravi',
  interviewerId: 'u1',
  map: 'u1',
};
const b: AnyRecord = {
  _id: 'b',
  createdAt: '2025-01-01',
  fullName: 'Asha',
  city: 'Thane',
  notes: 'second',
  state: 'Goa',
  interviewerName: 'Ravi',
  interviewerId: 'u2',
  map: 'u2',
};
const records = [a, b];
const views = records.map((record) => ({ record, base: 1, references: {}, waiting: false }));
const coupled = [['interviewerName', 'interviewerId']] as const;
const { rows, alike } = rowsToChoose(candidate, records, coupled);

it('chooses among fields that differ, what belongs together as one, nothing that the server sets', () => {
  expect(rows).toEqual([['city'], ['state'], ['interviewerName', 'interviewerId'], ['notes']]);
  expect(alike).toEqual(['fullName']);
});

it('begins with filled over empty and newer over older, else with the record that stays', () => {
  const written = {
    a: { city: '2026-03-01', notes: '2026-01-01' },
    b: { city: '2026-02-01', notes: '2026-02-01' },
  };
  expect(startingPicks(rows, 'a', { records: views, written })).toEqual({
    city: 'a',
    state: 'b',
    interviewerName: 'a',
    notes: 'b',
  });
});

it('writes what is not the record’s own, texts of all below each other where that is wanted', () => {
  const picks = { city: 'a', state: 'b', interviewerName: 'b', notes: ALL };
  expect(chosenValues(candidate, rows, picks, 'a', records)).toEqual({
    state: 'Goa',
    interviewerId: 'u2',
    notes: 'first\n\nsecond',
  });
  expect(chosenValues(candidate, rows, { ...picks, state: 'a' }, 'b', records)).toMatchObject({
    city: 'Pune',
    state: null,
    notes: 'second\n\nfirst',
  });
});

it('empties nothing for a record that is gone', () => {
  expect(chosenValues(candidate, rows, { city: 'gone', state: 'gone' }, 'b', records)).toEqual({});
});

it('keeps the record that was there first', () => {
  expect(firstAdded(records)).toBe('b');
});

import { fieldsReadableOnEveryRow } from '#shared/access/permissions.ts';
import { candidate } from '#shared/model/candidate.ts';
import { listOf } from '#shared/model/list-query.ts';
import { expect, it } from 'vitest';
import { askableFields, fittingConditions } from '../field-filters/fitting-conditions.ts';
import { fittingView } from './fitting-view.ts';

const list = listOf(candidate, 'interviewer');
const readable = fieldsReadableOnEveryRow(candidate, 'Employee');

it('what the reader may not see is left out with a sentence, and the rest is shown', () => {
  const view = {
    filters: { interviewStatus: 'Cleared', paymentStatus: 'Fully Paid' },
    search: 'asha',
    sort: { field: 'paymentStatus', direction: 'asc' },
  } as const;
  expect(fittingView(candidate, list, view, ['fee', 'city', 'gone'], readable)).toEqual({
    view: { filters: { interviewStatus: 'Cleared' }, search: 'asha', sort: null },
    columns: ['fullName', 'city'],
    sentences: [
      'You cannot filter by Payment Status. That filter is left out.',
      'You cannot sort by Payment Status. The list has its own order.',
      'You cannot see Fee, “gone”. Those columns are left out.',
    ],
  });
  expect(fittingView(candidate, list, { ...view, filters: {}, sort: null }, null, readable)).toMatchObject({
    columns: null,
    sentences: [],
  });
});

it('conditions that fit are asked, the others stay where they were', () => {
  const fee = { field: 'fee', op: 'filled', values: [] } as const;
  const gone = { field: 'bloodGroup', op: 'filled', values: [] } as const;
  const city = { field: 'city', op: 'contains', values: ['pune'] } as const;
  const wrong = { field: 'interviewStatus', op: 'anyOf', values: ['Hired'] } as const;
  // Somebody may have written it by hand: the list of those it is shared with must come all the same.
  const forged = ['_id', '__proto__', 'password'].map(
    (field) => ({ field, op: 'filled', values: [] }) as const,
  );
  const found = fittingConditions(candidate, [fee, city, gone, wrong, ...forged], readable);
  expect(found.fitting).toEqual([city]);
  expect(found.others).toEqual([fee, gone, wrong, ...forged]);
  expect(found.sentences).toEqual([
    'Your role may not see Fee. That filter is left out.',
    'Candidates cannot be filtered by "bloodGroup". That filter is left out.',
    '"Hired" is not a value of Interview Status. That filter is left out.',
    ...forged.map(({ field }) => `Candidates cannot be filtered by "${field}". That filter is left out.`),
  ]);
});

it('fields are offered by their labels, without those that the role may not see', () => {
  const offered = askableFields(candidate, readable, (name) => candidate.fields[name as 'city'].label);
  const names = offered.map(({ value }) => value);
  expect(names).toContain('city');
  for (const name of ['fee', 'recievedAmount', 'paymentStatus']) expect(names).not.toContain(name);
});

import { expect, test } from 'vitest';
import { bestFirst } from './best-first.ts';

const item = (label: string): { value: string; label: string } => ({ value: label, label });
const offered = (labels: readonly string[], search: string): unknown[] =>
  bestFirst({ options: labels.map(item), search, limit: Infinity }).map((part) =>
    'group' in part ? part.items.map(({ label }) => label) : part.label,
  );

test('the choice of that very name comes before those that only hold it', () => {
  const statuses = ['Not Scheduled', 'Rescheduled', 'Scheduled', 'Scheduled again', 'Done'];
  expect(offered(statuses, 'SCHEDULED ')).toEqual([
    'Scheduled',
    'Scheduled again',
    'Not Scheduled',
    'Rescheduled',
  ]);
  expect(offered(statuses, '')).toEqual(statuses);
});

test('groups stay where they are', () => {
  const options = [
    { group: 'One', items: ['Not it', 'It'].map(item) },
    { group: 'None', items: ['Else'].map(item) },
  ];
  expect(bestFirst({ options, search: 'it', limit: Infinity })).toEqual([
    { group: 'One', items: ['It', 'Not it'].map(item) },
  ]);
});

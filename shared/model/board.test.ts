import { fieldsReadableOnEveryRow } from '#shared/access/permissions.ts';
import { expect, it } from 'vitest';
import {
  boardColumns,
  boardsOf,
  countOfColumn,
  filterOfColumn,
  isInColumn,
  NONE_KEY,
  OTHERS_KEY,
  type BoardColumn,
} from './board.ts';
import { candidate, PLACEMENT_STATUSES } from './candidate.ts';
import { entityNames, entityOf } from './entities.ts';
import { fieldOf } from './entity.ts';
import { inquiry } from './inquiry.ts';
import { isOrderable, listOf } from './list-query.ts';

const placement = PLACEMENT_STATUSES.map((value) => ({ value, label: value }));
const keys = (columns: readonly BoardColumn[]): string[] => columns.map(({ key }) => key);

it('every board is by a field of few values that an index answers, and its cards show what there is', () => {
  let boards = 0;
  for (const definition of entityNames.map(entityOf)) {
    for (const list of Object.values(definition.lists)) {
      for (const name of list.boards ?? []) {
        boards += 1;
        const { kind, indexed } = fieldOf(definition, name);
        expect([kind === 'option' || kind === 'reference', indexed], `${definition.name}.${name}`).toEqual([
          true,
          true,
        ]);
        expect(definition.card?.length, definition.name).toBeGreaterThan(0);
        expect(isOrderable(fieldOf(definition, list.sort.field))).toBe(true);
      }
    }
    for (const name of definition.card ?? []) expect(definition.fields).toHaveProperty(name);
  }
  expect(boards).toBeGreaterThan(0);
});

it('a role has the boards by what it reads on every row', () => {
  const list = listOf(candidate, 'candidates');
  expect(boardsOf(list, fieldsReadableOnEveryRow(candidate, 'HR'))).toEqual([
    'interviewStatus',
    'placementStatus',
  ]);
  expect(boardsOf(list, fieldsReadableOnEveryRow(candidate, 'Student'))).toEqual(['interviewStatus']);
  expect(boardsOf(listOf(candidate, 'scheduledInterviews'), new Set(['interviewStatus']))).toEqual([]);
});

it('columns stand in the order of the values, none first, what is no longer a value last and only where it is', () => {
  expect(keys(boardColumns(candidate, 'placementStatus', placement, null, { filters: [] }))).toEqual([
    NONE_KEY,
    ...PLACEMENT_STATUSES,
  ]);
  const counts = [
    { value: null, count: 3 },
    { value: 'Placed', count: 5 },
    { value: 'Hired', count: 2 },
    { value: 'Gone', count: 0 },
  ];
  const columns = boardColumns(candidate, 'placementStatus', placement, counts, { filters: [] });
  expect(keys(columns)).toEqual([NONE_KEY, ...PLACEMENT_STATUSES, OTHERS_KEY]);
  const [none, placed, ...rest] = columns;
  const others = rest.at(-1);
  if (!none || !placed || !others) throw new Error('There are columns');
  expect([none, placed, others].map((column) => countOfColumn(column, counts))).toEqual([3, 5, 2]);
  expect([none, placed, others].map(filterOfColumn)).toEqual([{ empty: true }, 'Placed', ['Hired']]);
  expect([null, undefined, 'Placed', 'Hired'].map((value) => isInColumn(none, value))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isInColumn(others, 'Hired')).toBe(true);
  expect(isInColumn(others, null)).toBe(false);
});

it('a field that is filled by itself has no empty column until a record is empty', () => {
  const statuses = [{ value: 'Scheduled', label: 'Scheduled' }];
  const of = (count: number): string[] =>
    keys(boardColumns(candidate, 'interviewStatus', statuses, [{ value: null, count }], { filters: [] }));
  expect(of(0)).toEqual(['Scheduled']);
  expect(of(1)).toEqual([NONE_KEY, 'Scheduled']);
});

it('columns that a filter of the field leaves empty are not there', () => {
  const shown = (asked: Parameters<typeof boardColumns>[4]): string[] =>
    keys(boardColumns(candidate, 'placementStatus', placement, null, asked));
  expect(shown({ filters: [listOf(candidate, 'placement').baseFilter] })).toEqual([...PLACEMENT_STATUSES]);
  expect(shown({ filters: [{ placementStatus: 'Placed', city: 'Pune' }] })).toEqual(['Placed']);
  expect(shown({ filters: [{ placementStatus: { not: ['Placed'] } }] })).toEqual([
    NONE_KEY,
    'Not Placed',
    'In Progress',
  ]);
  expect(
    shown({
      filters: [],
      conditions: [{ field: 'placementStatus', op: 'anyOf', values: ['Placed', 'In Progress'] }],
    }),
  ).toEqual(['Placed', 'In Progress']);
  expect(
    shown({ filters: [], conditions: [{ field: 'placementStatus', op: 'noneOf', values: ['Placed'] }] }),
  ).toEqual([NONE_KEY, 'Not Placed', 'In Progress']);
  expect(shown({ filters: [], conditions: [{ field: 'placementStatus', op: 'empty', values: [] }] })).toEqual(
    [NONE_KEY],
  );
  expect(
    shown({ filters: [], conditions: [{ field: 'city', op: 'contains', values: ['pune'] }] }),
  ).toHaveLength(4);
});

it('lead statuses stand as their records do, and one that is gone is kept in sight', () => {
  const values = [
    { value: 'b', label: 'Contacted' },
    { value: 'a', label: 'New Lead' },
  ];
  const columns = boardColumns(inquiry, 'leadStatus', values, [{ value: 'z', count: 1 }], { filters: [] });
  expect(columns.map(({ label }) => label)).toEqual(['None', 'Contacted', 'New Lead', 'No longer offered']);
});

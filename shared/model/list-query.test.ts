import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { candidate } from './candidate.ts';
import { encodeValue, fieldColumns, type ColumnValue } from './columns.ts';
import type { Filter } from './filter.ts';
import { indexesOf } from './indexes.ts';
import { filterConditions, joinConditions, listOf, orderBy, quote, searchCondition } from './list-query.ts';
import {
  hasSortKey,
  normaliseText,
  searchColumn,
  searchTerms,
  searchText,
  sortKeyColumn,
} from './search-text.ts';

const everyField = new Set(Object.keys(candidate.fields));
const database = new Database(':memory:', bindingOption());

function bindingOption(): Database.Options {
  const nativeBinding = process.env['PLACEMENT_SQLITE_BINDING'];
  return nativeBinding ? { nativeBinding } : {};
}

const people = [
  {
    _id: '1',
    fullName: 'Émile Roy',
    mobile: '98765 43210',
    email: 'e@x.in',
    enrolledCourse: ['JAVA'],
    fee: 500,
  },
  {
    _id: '2',
    fullName: 'asha Rao',
    mobile: '+91 91234 56789',
    email: 'a@x.in',
    enrolledCourse: ['AI/ML', 'JAVA'],
  },
  {
    _id: '3',
    fullName: 'Bina Das',
    mobile: '090000 00001',
    email: 'b@x.in',
    nextCall: '2026-02-01T00:00:00.000Z',
  },
  { _id: '4', fullName: 'Asha Rao', mobile: '1', email: 'c@x.in', nextCall: '2026-01-01T00:00:00.000Z' },
];

beforeAll(() => {
  const columns = fieldColumns(candidate);
  const keys = columns.filter((column) => hasSortKey(column.field)).map((column) => column.name);
  const names = [
    '_id',
    ...columns.map((column) => column.name),
    ...keys.map(sortKeyColumn),
    searchColumn('default'),
  ];
  database.exec(`CREATE TABLE candidate (${names.map(quote).join(', ')})`);
  for (const index of indexesOf(candidate)) {
    database.exec(`CREATE INDEX ${quote(index.name)} ON candidate (${index.columns.map(quote).join(', ')})`);
  }
  const insert = database.prepare(`INSERT INTO candidate VALUES (${names.map(() => '?').join(', ')})`);
  for (const person of people) {
    const record: { _id: string } & Record<string, unknown> = person;
    const values: ColumnValue[] = [
      record._id,
      ...columns.map((column) => encodeValue(column.field, record[column.name])),
      ...keys.map((name) => {
        const value = record[name];
        return typeof value === 'string' ? normaliseText(value) : null;
      }),
      searchText(candidate, 'default', record),
    ];
    insert.run(...values);
  }
});

function ids(
  filter: Filter,
  search = '',
  order = orderBy(candidate, { field: '_id', direction: 'asc' }, everyField),
): string {
  const condition = joinConditions(
    [
      ...filterConditions(candidate, filter, everyField, 'sqlite'),
      ...searchTerms(search).map((term) => searchCondition('default', term, {}, 'sqlite')),
    ],
    'AND',
  );
  return database
    .prepare<ColumnValue[], { _id: string }>(
      `SELECT "_id" FROM candidate WHERE ${condition.sql} ORDER BY ${order}`,
    )
    .all(...condition.params)
    .map((row) => row._id)
    .join('');
}

const by = (field: string, direction: 'asc' | 'desc', reversed = false): string =>
  orderBy(candidate, { field, direction }, everyField, reversed);

describe('filters', () => {
  it('finds a value of a list, one of several, an empty field and a range', () => {
    expect(ids({ enrolledCourse: 'JAVA' })).toBe('12');
    expect(ids({ enrolledCourse: ['AI/ML', 'Cloud'] })).toBe('2');
    expect(ids({ enrolledCourse: { empty: true } })).toBe('34');
    expect(ids({ nextCall: { from: '2026-01-15', to: '2026-03-01' } })).toBe('3');
    expect(ids({ fee: 500 })).toBe('1');
    expect(ids({ fullName: [] })).toBe('');
    expect(ids({ _id: ['2', '3'] })).toBe('23');
    expect(ids({ enrolledCourse: { not: 'JAVA' } })).toBe('34');
  });

  it('refuses a field that does not exist or is hidden', () => {
    const refused = (filter: Filter, readable: Set<string>) => () =>
      filterConditions(candidate, filter, readable, 'sqlite');
    expect(refused({ 'fee" OR 1=1 --': 1 }, everyField)).toThrow('cannot be filtered by');
    expect(refused({ fee: 1 }, new Set(['fullName']))).toThrow('Your role may not see Fee');
    expect(() => orderBy(candidate, { field: 'fee', direction: 'asc' }, new Set())).toThrow(
      'may not see Fee',
    );
    expect(() => orderBy(candidate, { field: 'notes', direction: 'asc' }, everyField)).toThrow(
      'cannot be sorted',
    );
    expect(() => listOf(candidate, 'toString')).toThrow('no list of that name');
  });
});

describe('search', () => {
  it('finds names without case or accents, and all of several words', () => {
    expect(ids({}, 'emile')).toBe('1');
    expect(ids({}, 'RAO asha')).toBe('24');
  });

  it('finds a phone number by its digits however it is written', () => {
    for (const query of ['9876543210', '98765 43210', '+91 98765-43210', '09876543210', '65432']) {
      expect(ids({}, query)).toBe('1');
    }
    expect(ids({}, '9000000001')).toBe('3');
  });
});

describe('order', () => {
  it('puts empty fields last in both directions, and ties by _id', () => {
    expect(ids({}, '', by('nextCall', 'asc'))).toBe('4312');
    expect(ids({}, '', by('nextCall', 'desc'))).toBe('3421');
    expect(ids({}, '', by('fullName', 'asc'))).toBe('2431');
  });

  it('gives the same order from its end when reversed', () => {
    expect(ids({}, '', by('nextCall', 'asc', true))).toBe('2134');
    expect(ids({}, '', by('fullName', 'desc', true))).toBe('2431');
  });

  it('comes from an index, without a sort', () => {
    for (const order of [by('createdAt', 'desc'), by('fullName', 'asc'), by('createdAt', 'desc', true)]) {
      const plan = database
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT "_id" FROM candidate ORDER BY ${order}`)
        .all();
      expect(plan.map((step) => step.detail).join()).not.toContain('TEMP B-TREE');
    }
  });
});

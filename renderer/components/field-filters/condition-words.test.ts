import type { ConditionValue, FieldCondition, Operator } from '#shared/model/field-condition.ts';
import { boolean, datetime, money, text } from '#shared/model/field.ts';
import { expect, it } from 'vitest';
import { conditionInWords } from './condition-words.ts';

const fields = {
  City: text('City'),
  Fee: money('Fee'),
  'Next Call': datetime('Next Call'),
  Active: boolean('Active'),
};

it.each<[keyof typeof fields, Operator, FieldCondition['values'], string]>([
  ['City', 'anyOf', ['Pune'], 'City: Pune'],
  ['City', 'anyOf', ['Pune', 'Agra'], 'City: Pune or Agra'],
  ['City', 'noneOf', ['Pune', 'Agra'], 'City is not Pune nor Agra'],
  ['City', 'anyOf', ['A', 'B', 'C', 'D', 'E'], 'City: A, B, C or 2 more'],
  ['City', 'contains', ['pu'], 'City contains “pu”'],
  ['City', 'empty', [], 'City is empty'],
  ['Fee', 'between', [10_000, 20_000], 'Fee ₹10,000 to ₹20,000'],
  ['Fee', 'between', [null, 20_000], 'Fee up to ₹20,000'],
  ['Fee', 'between', [5, 5], 'Fee is ₹5'],
  ['Next Call', 'between', ['2026-03-01', null], 'Next Call from 01 Mar 2026'],
  ['Next Call', 'period', ['thisWeek'], 'Next Call: this week'],
  ['Next Call', 'olderThan', [1], 'Next Call older than 1 day'],
  ['Active', 'anyOf', [true], 'Active: Yes'],
])('%s %s %j', (label, op, values, words) => {
  const textOf = (value: ConditionValue): string => String(value);
  expect(conditionInWords(label, fields[label], { field: 'x', op, values }, textOf)).toBe(words);
});

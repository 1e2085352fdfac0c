import { mayOpen } from '#shared/access/routes.ts';
import { ROLES } from '#shared/access/roles.ts';
import type { HrDetails } from '#shared/protocol/dashboard.ts';
import { expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { listOf } from '#shared/model/list-query.ts';
import { byCandidates, candidatesOf, hasFigures, ownLine, summaryCards } from './figures.ts';

const line = (name: string, email: string, candidateCount: number): HrDetails => ({
  name,
  email,
  candidateCount,
  fullyPaid: 0,
  partiallyPaid: 0,
  paymentPercentage: 0,
});

const lines = [
  line('Ravi', 'ravi@demo.test', 2),
  line('Meera', 'Meera@Demo.test', 7),
  line('Asha', 'a@demo.test', 2),
];

it('finds the own line by email, whatever its case', () => {
  expect(ownLine(lines, 'meera@demo.test')?.name).toBe('Meera');
  expect(ownLine(lines, ' RAVI@demo.test ')?.name).toBe('Ravi');
  expect(ownLine(lines, 'nobody@demo.test')).toBeNull();
});

it('orders HRs by candidates, then by name', () => {
  expect(byCandidates(lines).map(({ name }) => name)).toEqual(['Meera', 'Asha', 'Ravi']);
});

it('asks for figures for two roles only', () => {
  expect([...ROLES, '' as const].filter(hasFigures)).toEqual(['Super Admin', 'HR']);
});

it('leads from each card to a screen that a Super Admin may open', () => {
  expect(summaryCards).toHaveLength(8);
  for (const { path } of summaryCards) expect(mayOpen(path, 'Super Admin')).toBe(true);
});

it('leads from an HR’s card to the very candidates that it counts', () => {
  const { pathname, searchParams } = new URL(candidatesOf('hr 1', 'Fully Paid'), 'http://127.0.0.1');
  const { filters, linkFilters } = listOf(candidate, 'candidates');
  expect(pathname).toBe('/candidate');
  expect(Object.fromEntries(searchParams)).toEqual({ map: 'hr 1', paymentStatus: 'Fully Paid' });
  for (const name of searchParams.keys()) expect([...filters, ...(linkFilters ?? [])]).toContain(name);
});

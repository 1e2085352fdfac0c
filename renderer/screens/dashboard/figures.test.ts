import { mayOpen } from '#shared/access/routes.ts';
import { ROLES } from '#shared/access/roles.ts';
import type { HrDetails } from '#shared/protocol/dashboard.ts';
import { expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { listOf } from '#shared/model/list-query.ts';
import { roleAssignment } from '#shared/model/role-assignment.ts';
import { user } from '#shared/model/user.ts';
import { readListView, toFilter } from '../../components/list-screen/list-url.ts';
import { byCandidates, candidatesOf, hasFigures, ownLine, summaryCards, type StatKey } from './figures.ts';

const line = (name: string, email: string, candidateCount: number): HrDetails => ({
  name,
  email,
  candidateCount,
  fullyPaid: 0,
  partiallyPaid: 0,
  paymentPercentage: 0,
});

const pathOf = (path: string): URL => new URL(path, 'http://127.0.0.1');

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
  for (const { path } of summaryCards) expect(mayOpen(pathOf(path).pathname, 'Super Admin')).toBe(true);
});

it('leads from a card that counts a part of a list to that part', () => {
  const filtersOf = (key: StatKey, entity: EntityDefinition, list: string): object => {
    const { searchParams } = pathOf(summaryCards.find((card) => card.key === key)?.path ?? '');
    const definition = listOf(entity, list);
    return toFilter(entity, definition, readListView(entity, definition, searchParams).filters);
  };
  expect(filtersOf('pendingPayments', candidate, 'candidates')).toEqual({
    paymentStatus: { not: 'Fully Paid' },
  });
  expect(filtersOf('activeEmployees', user, 'employees')).toEqual({ isActive: true });
  expect(filtersOf('inactiveEmployees', user, 'employees')).toEqual({ isActive: false });
  expect(filtersOf('totalhr', roleAssignment, 'roleAssignments')).toEqual({ roleName: 'HR' });
});

it('leads from an HR’s card to the very candidates that it counts', () => {
  const { pathname, searchParams } = pathOf(candidatesOf('hr 1', 'Fully Paid'));
  const { filters, linkFilters } = listOf(candidate, 'candidates');
  expect(pathname).toBe('/candidate');
  expect(Object.fromEntries(searchParams)).toEqual({ map: 'hr 1', paymentStatus: 'Fully Paid' });
  for (const name of searchParams.keys()) expect([...filters, ...(linkFilters ?? [])]).toContain(name);
});

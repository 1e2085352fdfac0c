import { expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { job } from '#shared/model/job.ts';
import { mayLookAfterBackups } from './backups.ts';
import { mayReadEverybodysChanges } from './changes.ts';
import { mayFindAndRestore, mayReadDeleted, mayReadHistory } from './history.ts';
import { mayMakeJoinCodes, mayNameOffice } from './joining.ts';
import { isHandOver, mayHandOver, mayHaveLeads, maySetTurns, ownerRefusal } from './leads.ts';
import { maySetPassword, mayViewPassword } from './passwords.ts';
import { isDataSubject, mayErase, mayGiveCopies } from './persons.ts';
import { opensOnly, ROLES, toRole, type Role } from './roles.ts';
import { mayOpen, pathOfList, pathShowing, rolesThatOpen, routesOf } from './routes.ts';

/** What roles may do beside the records that they read and write, said once more in the words of the decisions. */

const EVERY_ROLE: readonly Role[] = [...ROLES, ''];
const OFFICE: readonly Role[] = ['Super Admin', 'Admin'];
const CHIEF: readonly Role[] = ['Super Admin'];

it.each<[string, (role: Role) => boolean, readonly Role[]]>([
  ['takes back what others did', mayReadEverybodysChanges, OFFICE],
  ['looks after backups', mayLookAfterBackups, OFFICE],
  ['makes join codes', mayMakeJoinCodes, OFFICE],
  ['says what the office is called', mayNameOffice, CHIEF],
  ['has leads', mayHaveLeads, ['Super Admin', 'Admin', 'HR']],
  ['hands people over', mayHandOver, OFFICE],
  ['says who takes leads in turn', maySetTurns, CHIEF],
  ['erases people', mayErase, CHIEF],
  ['gives people a copy', mayGiveCopies, OFFICE],
  [
    'reads the history of candidates',
    (role) => mayReadHistory(candidate, role),
    ['Super Admin', 'Admin', 'HR'],
  ],
  ['reads the history of jobs, which others do not read', (role) => mayReadHistory(job, role), CHIEF],
  ['finds deleted candidates', (role) => mayReadDeleted(candidate, role), OFFICE],
  ['finds deleted jobs', (role) => mayReadDeleted(job, role), CHIEF],
  ['brings deleted candidates back', (role) => mayFindAndRestore(candidate, role), OFFICE],
])('%s', (_what, may, roles) => {
  expect(EVERY_ROLE.filter(may)).toEqual(roles);
});

it('who deletes nothing of a kind brings nothing of it back', () => {
  const readOnly = { ...candidate, access: { Admin: [{ rows: 'all', read: 'all', set: 'none' }] } } as const;
  expect([mayReadDeleted(readOnly, 'Admin'), mayFindAndRestore(readOnly, 'Admin')]).toEqual([true, false]);
});

it('says why leads cannot be somebody’s', () => {
  const owner = { name: 'Asha', roleName: 'HR', isActive: true };
  expect(ownerRefusal(owner)).toBe(null);
  expect(ownerRefusal(null)).toBe('This person is no longer an employee. Choose somebody else');
  expect(ownerRefusal({ ...owner, isActive: false })).toBe('Asha is no longer active. Choose somebody else');
  expect(ownerRefusal({ ...owner, name: null, isActive: false })).toBe(
    'This person is no longer active. Choose somebody else',
  );
  for (const roleName of ['Employee', 'Student', 'Trainer', null])
    expect(ownerRefusal({ ...owner, roleName })).toBe(
      'Asha is not HR, Admin or Super Admin. Choose somebody who is',
    );
});

it('a hand-over changes whose a candidate is, and nothing else', () => {
  expect(isHandOver('candidate', { map: 'u1' })).toBe(true);
  expect(isHandOver('candidate', { map: 'u1', city: 'Pune' })).toBe(false);
  expect(isHandOver('candidate', { city: 'Pune' })).toBe(false);
  expect(isHandOver('candidate', {})).toBe(false);
  expect(isHandOver('inquiry', { map: 'u1' })).toBe(false);
});

it('a Super Admin sets anybody’s password, everybody their own', () => {
  for (const role of EVERY_ROLE) {
    expect(maySetPassword({ _id: 'me', role }, 'me')).toBe(true);
    expect(maySetPassword({ _id: 'me', role }, 'other')).toBe(role === 'Super Admin');
  }
});

it('a Super Admin alone sees passwords, and none of a Super Admin', () => {
  const seenBy = (role: Role, roleName: string | null): boolean =>
    mayViewPassword({ _id: 'me', role }, { roleName });
  for (const roleName of ['Admin', 'HR', 'Employee', 'Student', 'Trainer', null])
    expect(EVERY_ROLE.filter((role) => seenBy(role, roleName))).toEqual(CHIEF);
  expect(EVERY_ROLE.filter((role) => seenBy(role, 'Super Admin'))).toEqual([]);
});

it('people are candidates, inquiries, website contacts and HR contacts', () => {
  for (const name of ['candidate', 'inquiry', 'contactInquiry', 'hrRecord'])
    expect(isDataSubject(name)).toBe(true);
  for (const name of ['user', 'job', '', 'Candidate']) expect(isDataSubject(name)).toBe(false);
});

it('a role of one’s own making has the rights of none', () => {
  for (const role of ROLES) expect([toRole(role), opensOnly(role)]).toEqual([role, null]);
  for (const name of ['Trainer', 'super admin', '', null, undefined]) expect(toRole(name)).toBe('');
  expect(opensOnly('Trainer')).toContain('Opens the dashboard only');
});

it('screens are found by path, list and what they show, for those who may open them', () => {
  for (const role of EVERY_ROLE) {
    const mine = new Set(routesOf(role).map(({ path }) => path));
    for (const path of ['/dashboard', '/candidates', '/jobs', '/nowhere'])
      expect(mayOpen(path, role)).toBe(mine.has(path));
  }
  expect(mayOpen('/nowhere', 'Super Admin')).toBe(false);
  expect(rolesThatOpen('/nowhere')).toEqual([]);
  expect(rolesThatOpen('/dashboard')).toEqual([...ROLES]);
  const listed = routesOf('HR').flatMap(({ list, path }) => (list === undefined ? [] : [{ list, path }]));
  expect(listed.length).toBeGreaterThan(2);
  for (const { list, path } of listed) expect(pathOfList(list, 'HR')).toBe(path);
  for (const { list } of listed) expect(pathOfList(list, '')).toBe(undefined);
  expect(pathOfList('nothing', 'HR')).toBe(undefined);
  const [shown] = routesOf('HR').filter(({ shows }) => shows === 'candidate');
  expect(pathShowing('candidate', 'HR')).toBe(shown?.path);
  expect(pathShowing('job', 'Student')).toBe(undefined);
});

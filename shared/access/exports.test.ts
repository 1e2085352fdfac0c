import { entityNames, entityOf } from '#shared/model/entities.ts';
import { listOf } from '#shared/model/list-query.ts';
import { candidate } from '#shared/model/candidate.ts';
import { careerSlide } from '#shared/model/career-slide.ts';
import { roleAssignment } from '#shared/model/role-assignment.ts';
import { user } from '#shared/model/user.ts';
import { expect, it } from 'vitest';
import { hasLastActivity, listExport } from './exports.ts';
import { ROLES, type Role } from './roles.ts';

const everyRole: readonly Role[] = [...ROLES, ''];
const headings = (entity: Parameters<typeof listExport>[0], list: string, role: Role): string[] =>
  listExport(entity, listOf(entity, list), role)?.columns.map(({ heading }) => heading) ?? [];

it('section 2.14: assign_roles.csv holds User Name, User Email, Role Name', () => {
  const list = listOf(roleAssignment, 'roleAssignments');
  expect(listExport(roleAssignment, list, 'Super Admin')?.fileName).toBe('assign_roles.csv');
  expect(headings(roleAssignment, 'roleAssignments', 'Super Admin')).toEqual([
    'User Name',
    'User Email',
    'Role Name',
  ]);
});

it('section 2.15: users.csv holds Name, Email, Mobile, DOJ, DOL, Salary, Is Active, for Super Admin alone', () => {
  const list = listOf(user, 'employees');
  expect(listExport(user, list, 'Super Admin')?.fileName).toBe('users.csv');
  expect(headings(user, 'employees', 'Super Admin')).toEqual([
    'Name',
    'Email',
    'Mobile',
    'DOJ',
    'DOL',
    'Salary',
    'Is Active',
  ]);
  // A student may read every field of the one row that is their own.
  for (const role of everyRole.filter((each) => each !== 'Super Admin')) {
    expect(listExport(user, list, role)).toBe(null);
  }
});

it('other lists give their columns under their headings', () => {
  expect(headings(candidate, 'candidates', 'HR')).toEqual([
    'Full Name',
    'Mobile',
    'Email',
    'Tech',
    'Interview Status',
    'Handled By',
  ]);
});

it('leaves out columns that the role may not read', () => {
  const list = { ...listOf(candidate, 'candidates'), columns: ['fullName', 'fee', 'paymentStatus'] };
  const names = (role: Role): string[] =>
    listExport(candidate, list, role)?.columns.map(({ name }) => name) ?? [];
  expect(names('HR')).toEqual(['fullName', 'fee', 'paymentStatus']);
  expect(names('Employee')).toEqual(['fullName']);
  expect(listExport(candidate, list, 'Student')).toBe(null);
});

it('gives each list a file name of its own, good on every system', () => {
  const names = entityNames.flatMap((name) => {
    const entity = entityOf(name);
    if (entity.shownWith) return [];
    return Object.values(entity.lists).map((list) => listExport(entity, list, 'Super Admin')?.fileName);
  });
  expect(names).toEqual(expect.arrayContaining(['candidates.csv', 'hr-records.csv', 'lead-statuses.csv']));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z_-]+\.csv$/);
});

it('gives all fields that the role may read on every row, an object part by part', () => {
  const all = (entity: Parameters<typeof listExport>[0], list: string, role: Role): string[] =>
    listExport(entity, listOf(entity, list), role, 'all')?.columns.map(({ heading }) => heading) ?? [];
  const ofHr = all(candidate, 'candidates', 'HR');
  expect(ofHr).toEqual(
    expect.arrayContaining(['Fee', 'Payment Status', 'Discussion', 'Handled By', 'Date created']),
  );
  expect(all(candidate, 'interviewer', 'Employee')).not.toEqual(expect.arrayContaining(['Fee']));
  expect(all(user, 'employees', 'Super Admin')).not.toContain('Password');
  expect(all(user, 'employees', 'HR')).toEqual([]);
  expect(all(user, 'directory', 'HR')).not.toContain('Salary');
  expect(all(careerSlide, 'careerSlides', 'Super Admin')).toEqual(
    expect.arrayContaining(['CTA Label', 'CTA URL']),
  );
  expect(all(candidate, 'candidates', 'Student')).toEqual([]);
  expect(listExport(user, listOf(user, 'employees'), 'Super Admin', 'all')?.fileName).toBe(
    'users-all-fields.csv',
  );
});

it('the last activity comes after the columns of those who read everybody’s, and not after all fields', () => {
  const [list, other] = ['followups', 'candidates'].map((name) => listOf(candidate, name));
  if (!list || !other) throw new Error('There are such lists');
  expect(everyRole.filter((role) => hasLastActivity(list, role))).toEqual(['Super Admin', 'Admin', 'HR']);
  expect(everyRole.filter((role) => hasLastActivity(other, role))).toEqual([]);
  expect(listExport(candidate, list, 'HR')?.lastActivity).toBe(true);
  expect(listExport(candidate, list, 'HR', 'all')?.lastActivity).toBe(false);
});

it('a list of which the role reads no column is not exported', () => {
  expect(listExport(candidate, { ...listOf(candidate, 'candidates'), columns: ['fee'] }, 'Employee')).toBe(
    null,
  );
});

it('the file of all fields has a name of its own, whatever the other is called', () => {
  const list = { ...listOf(candidate, 'candidates'), csv: { fileName: 'a.csv.b.csv' } };
  expect(listExport(candidate, list, 'HR', 'all')?.fileName).toBe('a.csv.b-all-fields.csv');
});

it('a file whose columns are named is given whole, of all rows, or not at all', () => {
  const file = (role: Role, ...columns: string[]): unknown =>
    listExport(
      candidate,
      { ...listOf(candidate, 'candidates'), csv: { fileName: 'named.csv', columns } },
      role,
    );
  expect(file('HR', 'fullName', 'fee')).toMatchObject({ fileName: 'named.csv' });
  // Of an interviewer's own candidates alone; and not what is paid.
  expect(file('Employee', 'fullName')).toBe(null);
  expect(file('Employee', 'fullName', 'fee')).toBe(null);
});

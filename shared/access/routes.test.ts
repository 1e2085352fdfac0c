import { describe, expect, it } from 'vitest';
import { entityNames, entityOf } from '#shared/model/entities.ts';
import { listNamed } from '#shared/model/list-names.ts';
import { ROLES, type Role } from './roles.ts';
import { mayRead } from './permissions.ts';
import { mayOpen, pathShowing, routes, routesOf } from './routes.ts';

/** The route table of section 2.1, and Today. */
const table: Record<string, Role[]> = {
  '/dashboard': ['Super Admin', 'Admin', 'HR', 'Employee', 'Student', ''],
  '/addrole /assignrole /addemployee /addjobs /careerslide': ['Super Admin'],
  '/sqlqa /reactqa /netcoreqa /awsqa': ['Employee'],
  '/candidate /inquiry /followup /allscheduledinterview /addlinks /contactsinquiry': [
    'HR',
    'Admin',
    'Super Admin',
  ],
  '/upcominginterview': ['Employee', 'Admin', 'Super Admin'],
  '/employeedetails': ['Employee', 'Admin', 'Super Admin', 'HR'],
  '/addblogs /addleadstatus': ['Admin', 'Super Admin'],
  '/today': ['HR', 'Admin', 'Super Admin'],
  '/placementcell /inquiryfollowup /hrlinks': ['Admin', 'Super Admin', 'HR'],
};

describe('section 2.1: the route table', () => {
  it.each(Object.entries(table))('%s', (paths, allowed) => {
    for (const path of paths.split(' ')) {
      for (const role of [...ROLES, ''] as Role[]) {
        expect(`${path} ${role} ${mayOpen(path, role)}`).toBe(`${path} ${role} ${allowed.includes(role)}`);
      }
    }
  });

  it('has each route once', () => {
    const paths = routes.map((route) => route.path);
    expect(paths).toEqual([...new Set(paths)]);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(table).flatMap((row) => row.split(' '))));
  });
});

it('names lists that there are, each on one screen of a role that sees it', () => {
  for (const role of ROLES) {
    const lists = routesOf(role).flatMap((route) => route.list ?? []);
    expect(lists).toEqual([...new Set(lists)]);
    for (const list of lists) {
      const found = listNamed(list);
      expect([list, found && mayRead(entityOf(found.entity), role)]).toEqual([list, true]);
    }
  }
});

it('has a list wherever records are shown, where their saved views can stand', () => {
  const without = routes.filter(({ list, shows }) => shows !== undefined && list === undefined);
  expect(without.map(({ path }) => path)).toEqual([]);
});

it('leads to a record on the fullest screen that the role may open', () => {
  expect(pathShowing('candidate', 'HR')).toBe('/candidate');
  expect(pathShowing('candidate', 'Employee')).toBe('/upcominginterview');
  expect(pathShowing('user', 'Super Admin')).toBe('/addemployee');
  expect(pathShowing('user', 'HR')).toBe('/employeedetails');
  expect(pathShowing('user', 'Student')).toBeUndefined();
  for (const entity of entityNames.filter((name) => !entityOf(name).shownWith))
    expect(pathShowing(entity, 'Super Admin'), entity).toBeDefined();
});

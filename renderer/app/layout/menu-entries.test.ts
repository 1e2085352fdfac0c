import { ROLES } from '#shared/access/roles.ts';
import { routesOf } from '#shared/access/routes.ts';
import { describe, expect, it } from 'vitest';
import { menuOf } from './menu-entries.ts';

describe('the sidebar', () => {
  it.each([...ROLES, '' as const])('gives "%s" every screen it may open, once', (role) => {
    const listed = menuOf(role, 'Asha Rao').flatMap((group) => group.entries.map((entry) => entry.path));
    expect(listed.toSorted()).toEqual(
      routesOf(role)
        .map((route) => route.path)
        .toSorted(),
    );
  });

  it('labels two entries with the user’s name and tells them apart for screen readers', () => {
    const home = menuOf('HR', 'Asha Rao')[0];
    expect(home?.entries.map((entry) => entry.label)).toEqual(['Asha Rao', 'Today', 'Asha Rao']);
    expect(home?.entries.map((entry) => entry.accessibleName)).toEqual([
      'Dashboard, Asha Rao',
      'Today',
      'Account, Asha Rao',
    ]);
  });

  it('shows a student the dashboard only, without a heading', () => {
    expect(menuOf('Student', 'Ravi')).toEqual([
      {
        heading: null,
        entries: [
          {
            path: '/dashboard',
            screen: 'Dashboard',
            alsoCalled: 'home figures summary statistics',
            label: 'Ravi',
            accessibleName: 'Dashboard, Ravi',
          },
        ],
      },
    ]);
  });

  it('shows employees the four question pages under Q&A', () => {
    const group = menuOf('Employee', 'Ravi').find(({ heading }) => heading === 'Q&A');
    expect(group?.entries.map((entry) => entry.label)).toEqual(['SQL', 'ReactQA', 'DotNetCore', 'Aws']);
  });
});

import { ROLES, type Role } from '#shared/access/roles.ts';
import { routes } from '#shared/access/routes.ts';
import { describe, expect, it } from 'vitest';
import { redirectFrom, toRoutePath } from './guards.ts';

const everyRole: Role[] = [...ROLES, ''];

describe('redirects of section 2.1', () => {
  it('sends whoever is signed out to /login, from every address', () => {
    for (const path of ['/', '/nowhere', ...routes.map((route) => route.path)]) {
      expect(redirectFrom(path, null)).toBe('/login');
    }
    expect(redirectFrom('/login', null)).toBeNull();
  });

  it.each(everyRole)('sends a signed-in "%s" from /, /login and unknown addresses to /dashboard', (role) => {
    for (const path of ['/', '/login', '/nowhere', '/candidate/7']) {
      expect(redirectFrom(path, role)).toBe('/dashboard');
    }
    expect(redirectFrom('/dashboard', role)).toBeNull();
  });

  it.each(everyRole)('opens to "%s" what the route table allows and nothing else', (role) => {
    for (const route of routes) {
      expect(redirectFrom(route.path, role)).toBe(route.roles.includes(role) ? null : '/dashboard');
    }
  });
});

describe('toRoutePath', () => {
  it('takes slashes off the end', () => {
    expect(toRoutePath('/candidate/')).toBe('/candidate');
    expect(toRoutePath('/')).toBe('/');
    expect(toRoutePath('//')).toBe('/');
  });
});

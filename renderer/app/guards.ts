import { mayOpen } from '#shared/access/routes.ts';
import type { Role } from '#shared/access/roles.ts';

/** A path as the route table writes it: without a slash at its end. */
export function toRoutePath(pathname: string): string {
  return pathname.replace(/\/+$/, '') || '/';
}

/**
 * Where an address leads instead (section 2.1); null where it may be opened as it is.
 * @param path as `toRoutePath` gives it.
 * @param role null where nobody is signed in.
 */
export function redirectFrom(path: string, role: Role | null): string | null {
  if (role === null) return path === '/login' ? null : '/login';
  return mayOpen(path, role) ? null : '/dashboard';
}

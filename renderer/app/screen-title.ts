import { routes } from '#shared/access/routes.ts';

/** What a screen is called in the window's title, to screen readers and in the palette. */
export function screenTitle(path: string): string {
  return routes.find((route) => route.path === path)?.label ?? 'Employee Management System';
}

import { expect, test } from 'vitest';
import { routes } from '#shared/access/routes.ts';
import { screens } from './screens.tsx';

test('section 2.1: every route has its screen, and every screen its route', () => {
  expect(Object.keys(screens).sort()).toEqual(routes.map(({ path }) => path).sort());
});

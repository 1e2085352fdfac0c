import { defineConfig } from 'vitest/config';
import { NODE_COMPILE_CACHE, PASSWORD_KEY } from '../product/processes.ts';

/** The tests that `scripts/stryker.ts` names, in one process: Stryker says which of them a change is to be shown to. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    environment: 'node',
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { PASSWORD_KEY, NODE_COMPILE_CACHE },
    include: (process.env['STRYKER_TESTS'] ?? '').split(' '),
    exclude: ['**/node_modules/**', '**/*.postgresql.test.ts', '**/*.soak.test.ts'],
  },
});

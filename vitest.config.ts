import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,server,electron,scripts,bench,tests}/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    // Much of the time is waiting for servers and disks: a worker for each core, and none left idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    allowOnly: false,
    passWithNoTests: false,
  },
  oxc: { jsx: { runtime: 'automatic' } },
});

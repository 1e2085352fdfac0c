import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,server,electron,scripts,bench,tests}/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Servers that tests start take this key for the password view and leave no file in the home folder.
    env: { PASSWORD_KEY: Buffer.alloc(32, 'test').toString('base64') },
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

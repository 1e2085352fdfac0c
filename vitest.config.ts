import { defineConfig } from 'vitest/config';

/** Servers that tests start take this key for the password view and leave no file in the home folder. */
const env = { PASSWORD_KEY: Buffer.alloc(32, 'test').toString('base64') };

const everywhere = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  allowOnly: false,
  passWithNoTests: false,
} as const;

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Much of the time is waiting for servers and disks: a worker for each core, and none left idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          ...everywhere,
          name: 'unit',
          env,
          include: [
            '{shared,server,electron,scripts,bench,tests}/**/*.test.ts',
            'renderer/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/*.postgresql.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          // The server's own tests once more, with the data in PostgreSQL.
          name: 'postgresql',
          include: ['server/**/*.test.ts'],
          // These look at SQLite files, or at no database at all.
          exclude: [
            'server/backup/**',
            'server/demo/**',
            'server/main.test.ts',
            'server/database/migration.test.ts',
          ],
          env: { ...env, TEST_ENGINE: 'postgresql' },
          globalSetup: ['server/testing/postgresql.ts'],
        },
      },
    ],
  },
});

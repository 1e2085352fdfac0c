import { defineConfig } from 'vitest/config';
import { NODE_COMPILE_CACHE, PASSWORD_KEY } from './tests/product/processes.ts';

/**
 * Servers that tests start take this key for the password view and leave no file in the home folder; what Node made of
 * their sources is kept for the next one.
 */
const env = { PASSWORD_KEY, NODE_COMPILE_CACHE };

/**
 * Tests that start processes, wait for clocks or ask every question there is: too long for `npm run check`. They are
 * their own project, so that a file stands in one place only: here it is thorough, elsewhere it is quick.
 */
const THOROUGH = [
  'electron/{browser-mode,embedded-server,own-server}.test.ts',
  'electron/desk/{actions,sync}/*.test.ts',
  'electron/desk/desktop/{desktop-clock,reminders,reminders-clock}.test.ts',
  'electron/desk/documents/{documents*,opening,reading-hostile,search}.test.ts',
  'electron/desk/import/import*.test.ts',
  'electron/desk/export/{export-killed,list-export}.test.ts',
  'electron/desk/files/{files,text-pictures,unpacking-gate}.test.ts',
  'electron/desk/online/{audit-log,history,joining,joining-meanwhile,join-codes,passwords,person-copy,recent-changes,second-factor}.test.ts',
  'electron/desk/outbox/{deleted-folder,drafts,outbox-bits,outbox-damage}.test.ts',
  'electron/desk/records/{list-reader,similar-rows,today/today,today/today-scale}.test.ts',
  'electron/desk/server/{patience,push-size,server-connection,trust}.test.ts',
  'electron/desk/session/{closed-accounts,closing,copied-folder,data-key,encryption,full-disk,known-otherwise,lock,page-of-another,session,session-limits,shared-computer,wipe,wipe-killed}.test.ts',
  'electron/desk/storage/folder-lock.test.ts',
  'electron/desk/updates/desk-updates.test.ts',
  'electron/desk/workspace/{damage,disk-full,refused-sets,retry-all,take-over,tray,workspace}.test.ts',
  'scripts/{recipes,test-tally}.test.ts',
  'server/{command-trouble,main,ending,first-admin,demo/main,demo/load,demo/candidates,demo/records}.test.ts',
  'server/audit/{changes,data-taken,export-notice}.test.ts',
  'server/backup/{backup,backups,cut-short,erased-since,for-move,restore-command,set-aside}.test.ts',
  'server/history/history.test.ts',
  'server/auth/{code-attempts,password-change,password-key,password-view,second-factor,who-is-stopped}.test.ts',
  'server/change-sets/change-sets.test.ts',
  'server/database/newer-database.test.ts',
  'server/http/{exposure,operation,running-calls,slow-bodies}.test.ts',
  'server/import/{import,odd-lines}.test.ts',
  'server/joining/{command,join-codes,own-certificate}.test.ts',
  'server/files/{files-disk,thumbnails}.test.ts',
  'server/persons/*.test.ts',
  'server/public-website/public-website.test.ts',
  'server/updates/updates.test.ts',
  'server/records/{change-sets,offered-again,offered-again-rights,prune-log,prune-operations,long-texts,rich-text-together,saves-at-once,undo.random}.test.ts',
  'server/records/rules/{document-rules,merges.random,rules}.test.ts',
  'server/rest/{long-lists,permission-matrix,search-slices}.test.ts',
  'server/sync/{checksum,convergence,large-pages,live,live-put-back,pull,shared-pages,snapshots/snapshots,snapshots/keeping}.test.ts',
  'shared/cv/*.test.ts',
  'tests/simulation/simulation.test.ts',
  '**/*.soak.test.ts',
];

/** Days on several machines: `npm run soak` alone runs them, where their packages are installed. */
const FAILOVER = 'tests/failover/**/*.soak.test.ts';

const everywhere = {
  environment: 'node',
  pool: 'forks',
  // No test leaves anything in its process, so that files share one: loading the modules for each took longer than the tests.
  isolate: false,
  // A slow machine is not a fault: what hangs still ends.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  allowOnly: false,
  passWithNoTests: false,
} as const;

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // A worker for each core, and none left idle; more of them only share the cores (measured).
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
          // What `bench:peers` installs has tests of its own.
          exclude: ['**/node_modules/**', '**/*.postgresql.test.ts', ...THOROUGH],
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: 'thorough',
          env,
          include: THOROUGH,
          exclude: ['node_modules/**', FAILOVER, '**/*.postgresql.test.ts'],
          // Servers in processes of their own are the built ones: they are there in half the time.
          globalSetup: ['scripts/built-application.ts'],
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
            'server/backup/!(*.postgresql).test.ts',
            'server/demo/**',
            'server/{command-trouble,main}.test.ts',
            'server/ending.test.ts',
            'server/auth/{address-group,password-key,password-strength,signing-secret,tokens,totp}.test.ts',
            'server/configuration/*.test.ts',
            'server/database/{gathered,log-standing,make-folder,migration}.test.ts',
            'server/files/fair-queue.test.ts',
            'server/http/{connections,exposure}.test.ts',
            'server/import/old-collections.test.ts',
            'server/joining/{announce,command,reach}.test.ts',
            'server/public-website/reading-rate.test.ts',
            'server/persons/erased-beside-backups.test.ts',
            'server/records/sanitise.test.ts',
            'server/sync/{pace,signer}.test.ts',
            'server/sync/snapshots/snapshot-{folder,view}.test.ts',
            'server/updates/send-file.test.ts',
          ],
          env: { ...env, TEST_ENGINE: 'postgresql' },
          globalSetup: ['scripts/built-application.ts', 'server/testing/postgresql.ts'],
        },
      },
      ...(process.env['FAILOVER'] === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                ...everywhere,
                name: 'failover',
                env,
                include: [FAILOVER],
                globalSetup: ['scripts/built-application.ts'],
              },
            },
          ]),
    ],
  },
});

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, type Page } from '@playwright/test';
import { attach, preparePackaged, type PackagedApplication } from './packaged.ts';

/** A running desktop application. */
export interface Desktop {
  app: ElectronApplication;
  /** Its window, loaded. */
  page: Page;
  dataFolder: string;
}

export interface LaunchOptions {
  /** A data folder of an earlier launch; a fresh one by default. */
  dataFolder?: string;
  /** More command-line arguments, such as `--server http://127.0.0.1:5701`. */
  args?: string[];
  /** Whether an empty data folder is filled with demo data and demo accounts; by default it is. */
  demo?: boolean;
  /** The application as it is installed elsewhere. */
  executablePath?: string;
  /** Whether backups go where they go by default. */
  usualBackups?: boolean;
  /** More environment variables. */
  env?: Readonly<Record<string, string>>;
}

interface TestFixtures {
  /** Starts the application; everything started is ended, and its data removed, after the test. */
  launch: (options?: LaunchOptions) => Promise<Desktop>;
}

interface WorkerFixtures {
  packaged: PackagedApplication;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  packaged: [
    async ({}, provide) => {
      const { application, close } = await preparePackaged();
      await provide(application);
      await close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  launch: async ({ packaged }, provide) => {
    const running: ChildProcess[] = [];
    const folders: string[] = [];
    await provide(async (options = {}) => {
      let { dataFolder } = options;
      if (dataFolder === undefined) {
        dataFolder = mkdtempSync(join(tmpdir(), 'placement-desk-'));
        folders.push(dataFolder);
        // Not into the documents of whoever runs the tests.
        if (!options.usualBackups) {
          writeFileSync(
            join(dataFolder, 'backups.json'),
            JSON.stringify({ folder: join(dataFolder, 'backups') }),
          );
        }
      }
      const app = await attach(
        { ...packaged, ...(options.executablePath ? { executablePath: options.executablePath } : {}) },
        ['--data', dataFolder, ...(options.demo === false ? [] : ['--demo']), ...(options.args ?? [])],
        {
          env: options.env,
          onAnew: (attempt) =>
            test.info().annotations.push({ type: 'attached anew', description: `after attempt ${attempt}` }),
        },
      );
      running.push(app.process());
      const page = await app.firstWindow();
      await page.waitForLoadState('domcontentloaded');
      return { app, page, dataFolder };
    });
    for (const main of running) await endWithSession(main);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

export { expect } from '@playwright/test';
export type { PackagedApplication } from './packaged.ts';

/** Ends the application as the end of the system's session does: a form left unsaved by a failed test asks nothing. */
async function endWithSession(main: ChildProcess): Promise<void> {
  if (main.exitCode !== null || main.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => main.once('exit', () => resolve()));
  main.kill('SIGTERM');
  const force = setTimeout(() => main.kill('SIGKILL'), PATIENCE_AT_END_MS);
  await ended;
  clearTimeout(force);
}

/** Longer than the application gives its own processes. */
const PATIENCE_AT_END_MS = 20_000;

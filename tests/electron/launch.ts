import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, errors, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron } from '../../scripts/electron-for-tests.ts';
import { packagedApplication } from '../../scripts/packaged-application.ts';
import { PASSWORD_KEY } from '../product/processes.ts';
import { openDisplay } from './display.ts';

/** The packaged application of the test flavour: its executable, and how it must be started on this machine. */
export interface PackagedApplication {
  executablePath: string;
  /** Arguments that this machine needs, before the test's own. */
  args: string[];
  env: Record<string, string>;
}

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
      const electron = await findElectron();
      const executablePath = await packagedApplication('test');
      const display = await openDisplay();
      await provide({
        executablePath,
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        env: environment(electron.sqliteBinding, display.name),
      });
      await display.close();
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
        options.env,
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

/** Ends the application as the end of the system's session does: a form left unsaved by a failed test asks nothing. */
async function endWithSession(main: ChildProcess): Promise<void> {
  if (main.exitCode !== null || main.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => main.once('exit', () => resolve()));
  main.kill('SIGTERM');
  const force = setTimeout(() => main.kill('SIGKILL'), PATIENCE_AT_END_MS);
  await ended;
  clearTimeout(force);
}

/** A start takes two seconds on a busy machine. */
const ATTACH_MS = 20_000;
const ATTEMPTS = 3;
/** Longer than the application gives its own processes. */
const PATIENCE_AT_END_MS = 20_000;

/**
 * Starts the application with the test runner attached. About one time in forty Playwright never finishes attaching to
 * a packaged application that opens its window at the same moment: it is then started again, and the test says so.
 */
async function attach(
  packaged: PackagedApplication,
  args: string[],
  more: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await _electron.launch({
        executablePath: packaged.executablePath,
        args: [...packaged.args, ...args],
        env: { ...packaged.env, ...more },
        timeout: ATTACH_MS,
      });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || attempt === ATTEMPTS) throw error;
      base.info().annotations.push({ type: 'attached anew', description: `after attempt ${attempt}` });
    }
  }
}

function environment(sqliteBinding: string | undefined, display: string | undefined): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && name !== 'ELECTRON_RUN_AS_NODE') env[name] = value;
  }
  if (sqliteBinding) env['PLACEMENT_SQLITE_BINDING'] = sqliteBinding;
  if (display) env['DISPLAY'] = display;
  env['PASSWORD_KEY'] = PASSWORD_KEY;
  return env;
}

import { _electron, errors, type ElectronApplication } from '@playwright/test';
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

/** Packages the application where it is not up to date, and opens a display for its windows where there is none. */
export async function preparePackaged(): Promise<{
  application: PackagedApplication;
  /** The version of Electron in it. */
  electron: string;
  close: () => Promise<void>;
}> {
  const electron = await findElectron();
  const executablePath = await packagedApplication('test');
  const display = await openDisplay();
  const application = {
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    env: environment(electron.sqliteBinding, display.name),
  };
  return { application, electron: electron.version, close: () => display.close() };
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

/** A start takes two seconds on a busy machine. */
const ATTACH_MS = 20_000;
const ATTEMPTS = 3;
/**
 * Starts the application with the test runner attached. About one time in forty Playwright never finishes attaching to
 * a packaged application that opens its window at the same moment: it is then started again.
 * @param onAnew told of it, to say so
 */
export async function attach(
  packaged: PackagedApplication,
  args: string[],
  {
    env = {},
    onAnew,
  }: { env?: Readonly<Record<string, string>> | undefined; onAnew: (attempt: number) => void },
): Promise<ElectronApplication> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await _electron.launch({
        executablePath: packaged.executablePath,
        args: [...packaged.args, ...args],
        env: { ...packaged.env, ...env },
        timeout: ATTACH_MS,
      });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || attempt === ATTEMPTS) throw error;
      onAnew(attempt);
    }
  }
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readStartOptions } from '../electron/command-line.ts';
import { DESK_ENGINE_FLAGS } from '../electron/engine-flags.ts';
import { buildApplication } from './build.ts';
import { findElectron } from './electron-for-tests.ts';
import { packagedApplication } from './packaged-application.ts';
import { PROJECT } from './project.ts';
import { ELECTRON_PACKAGES, ensureSystemPackages } from './system-packages.ts';

interface Start {
  /** What is being started, as one line for the person who typed the command. */
  what: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Whether it is a Node process of ours, which ends when we are gone. */
  ownNode?: boolean;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

async function chooseStart(args: string[]): Promise<Start> {
  const { browser } = readStartOptions(args, process.cwd());
  if (browser) return inBrowser('Serving the application to a browser.', args);
  if (!hasDisplay()) return inBrowser('No display here: serving the application to a browser.', args);
  try {
    return await inWindow(args);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return inBrowser(`No window (${reason}): serving the application to a browser.`, args);
  }
}

function inBrowser(what: string, args: string[]): Start {
  return {
    what,
    command: process.execPath,
    args: [...DESK_ENGINE_FLAGS, join(PROJECT, 'out', 'main', 'browser-mode.js'), ...args],
    ownNode: true,
  };
}

async function inWindow(args: string[]): Promise<Start> {
  const electron = await findElectron();
  // Chromium's sandbox refuses to run as root.
  const own = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (electron.kind === 'official') {
    const executable = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
    const name = Reflect.get(executable, process.platform) ?? 'electron';
    return {
      what: 'Opening the application.',
      command: join(electron.folder, String(name)),
      args: [...own, PROJECT, ...args],
    };
  }
  const missing = await ensureSystemPackages(ELECTRON_PACKAGES);
  if (missing) throw new Error(missing);
  return {
    what: `Opening the application with Electron ${electron.version}, for development only.`,
    command: await packagedApplication('test'),
    args: [...own, ...args],
    ...(electron.sqliteBinding ? { env: { PLACEMENT_SQLITE_BINDING: electron.sqliteBinding } } : {}),
  };
}

/** Runs what was chosen to its end, passing on the signals that end us. */
function run(start: Start): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(start.command, start.args, {
      stdio: start.ownNode ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      env: { ...process.env, ...start.env },
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

try {
  // From the sources the application opens with demo data, as the README says; installed it asks at its first start.
  const args = [...process.argv.slice(2), '--demo'];
  readStartOptions(args, process.cwd());
  if (await buildApplication()) say('Built the application.');
  const start = await chooseStart(args);
  say(start.what);
  process.exitCode = await run(start);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

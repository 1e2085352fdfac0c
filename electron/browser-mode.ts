import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { startSentence } from '#shared/node/start-trouble.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { readStartOptions } from './command-line.ts';
import { openDesk, type Desk } from './desk/desk.ts';
import type { DeskHost } from './desk/desk-host.ts';
import { FolderLock } from './desk/storage/folder-lock.ts';
import { Downloads } from './downloads.ts';
import { runEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';
import { RecentReports } from './recent-reports.ts';
import type { ServerProcess } from './server-process.ts';
import { serveLoopback, type Loopback } from './loopback.ts';
import { forgetForeignSettings } from './foreign-settings.ts';

/**
 * The application in a browser: the same desk and the same pages over the loopback transport, for a machine without a
 * display, for development and for browser tests. The renderer must have been built. From the build it runs the programs
 * that lie beside it, from the sources those of the sources.
 */

const isBuilt = extname(import.meta.filename) === '.js';
const project = resolve(import.meta.dirname, isBuilt ? '../..' : '..');
const serverProgram = isBuilt ? join(import.meta.dirname, 'server.js') : join(project, 'server', 'main.ts');
const readers = isBuilt
  ? {
      importReader: join(import.meta.dirname, 'import-reader.js'),
      documentReader: join(import.meta.dirname, 'document-reader.js'),
      snapshotReader: join(import.meta.dirname, 'snapshot-reader.js'),
    }
  : {};
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const reports = new RecentReports();
const report = (fault: unknown): void => {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  process.stderr.write(`${text}\n`);
  reports.note(text);
};

/** A browser has no keychain to lend, opens links by itself, and asks by itself where a download goes. */
function browserHost(downloads: Downloads): DeskHost {
  return {
    openExternal: async () => {
      throw new PlainError('not-supported', 'In a browser, links open in a tab of the browser.');
    },
    chooseSavePlace: (fileName) => downloads.place(fileName),
    recentReports: async () => reports.text(),
    keychain: {
      available: false,
      seal: async () => Promise.reject(new Error('A browser has no keychain.')),
      open: async () => Promise.reject(new Error('A browser has no keychain.')),
    },
  };
}

/** What was written for a user is given to nobody else, and holds nobody who was erased since. */
function forgetForNobody(desk: Desk, downloads: Downloads): void {
  let user: string | undefined;
  desk.subscribe((event, data) => {
    if (event === 'session' && 'user' in data) {
      const now = data.user?._id;
      if (user === now) return;
      user = now;
    } else if (event !== 'erased') return;
    downloads.forget().catch(report);
  });
}

function spawnServer(args: string[]): ServerProcess {
  // In a group of its own, so that Ctrl+C in a terminal reaches it only through us, after the desk has closed.
  const child = spawn(process.execPath, [serverProgram, ...args], {
    // The channel tells the server when we are gone without having said so.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    onOutput: (listener) => {
      child.stdout?.setEncoding('utf8').on('data', listener);
      child.stderr?.setEncoding('utf8').on('data', listener);
    },
    onExit: (listener) => void child.once('exit', listener),
    end: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
}

function appVersion(): string {
  const text: unknown = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const version: unknown = text && typeof text === 'object' ? Reflect.get(text, 'version') : undefined;
  return typeof version === 'string' ? version : '0.0.0';
}

async function main(): Promise<void> {
  const options = readStartOptions(process.argv.slice(2), process.cwd());
  const data = options.data ?? join(project, 'data');
  let server: EmbeddedServer | undefined;
  let desk: Desk | undefined;
  let loopback: Loopback | undefined;
  let downloads: Downloads | undefined;
  let lock: FolderLock | undefined;

  const end = async (code: number): Promise<never> => {
    await loopback?.close();
    await desk?.close().catch(report);
    await downloads?.close().catch(report);
    await server?.stop();
    lock?.release();
    process.exit(code);
  };
  let ending = false;
  const endOnce = (): void => {
    if (!ending) void end(0);
    ending = true;
  };
  process.on('SIGINT', endOnce).on('SIGTERM', endOnce);
  // Started by the start script, which is gone.
  process.once('disconnect', endOnce);

  try {
    // Before anything in the folder is touched: it may be in use.
    lock = FolderLock.take(data);
    if (options.server === undefined)
      server = runEmbeddedServer(spawnServer, join(data, 'server'), report, { demo: true });
    const url = options.server ?? (await server?.url) ?? '';
    downloads = await Downloads.open(join(data, 'downloads'));
    desk = await openDesk({
      dataFolder: join(data, 'desk'),
      server: { id: options.server ?? 'embedded', url },
      host: browserHost(downloads),
      appVersion: appVersion(),
      ...readers,
      log: report,
    });
    forgetForNobody(desk, downloads);
    loopback = await serveLoopback({
      desk,
      pages: join(project, 'out', 'renderer'),
      downloads,
      port: options.port,
      report,
    });
    lock.say(new URL(loopback.address).origin);
    print(`Open ${loopback.address}`);
  } catch (error) {
    if (ending) return;
    process.stderr.write(`${startSentence(error, data)}\n`);
    await end(1);
  }
}

forgetForeignSettings(process.env);
await main();

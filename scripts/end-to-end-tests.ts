import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasDisplay } from '../tests/electron/display.ts';
import { WHICH_TESTS, type WhichTests } from '../tests/product/tier.ts';
import { ensureChromium } from './browser-for-tests.ts';
import { findElectron } from './electron-for-tests.ts';
import { packagedApplication } from './packaged-application.ts';
import { PROJECT } from './project.ts';
import { runCommand, type CommandResult } from './run-command.ts';
import { ELECTRON_PACKAGES, ensureSystemPackages } from './system-packages.ts';
import { shardArgument, type Share } from './test-share.ts';
import { addTally, emptyTally, readPlaywrightNames, readPlaywrightReport, type Tally } from './test-tally.ts';

type Project = 'browser' | 'electron';

/** Runs the tests in a browser, or lists them as skipped with the reason why there is no browser. */
export async function runBrowserTests(share?: Share): Promise<Tally> {
  const problem = await ensureChromium();
  return problem ? skipped('browser', problem) : runShare('browser', share);
}

/** Runs the tests on the packaged application, or lists them as skipped with the reason why there is no Electron. */
export async function runElectronTests(share?: Share): Promise<Tally> {
  const missing = await ensureSystemPackages(ELECTRON_PACKAGES);
  if (missing) return skipped('electron', missing);
  try {
    await findElectron();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return skipped('electron', `no Electron could be had: ${reason}`);
  }
  await packagedApplication('test');
  return runShare('electron', share);
}

/** All tests, or the core of them and a share of the others. */
async function runShare(project: Project, share: Share): Promise<Tally> {
  if (!share) return run(project);
  const tally = await run(project, [], 'core');
  addTally(tally, await run(project, [shardArgument(share)], 'others'));
  return tally;
}

async function run(project: Project, more: readonly string[] = [], which?: WhichTests): Promise<Tally> {
  const file = reportFile(project);
  // On one screen windows would take the focus from each other; else each worker has a display of its own.
  const workers = project === 'electron' && hasDisplay() ? ['--workers', '1'] : [];
  // What passes only when tried again is named at the end, and does not throw away the other tests' answer.
  const args = ['test', '--project', project, '--pass-with-no-tests', '--retries', '1', ...workers, ...more];
  await playwright(args, file, which);
  return readPlaywrightReport(file, `${project} tests`);
}

async function skipped(project: Project, reason: string): Promise<Tally> {
  process.stdout.write(`${reason}\n`);
  const file = reportFile(project);
  await playwright(['test', '--project', project, '--list'], file);
  const names = readPlaywrightNames(file);
  return { ...emptyTally(), skipped: names.map((name) => ({ name, reason })) };
}

function reportFile(project: Project): string {
  const file = join(PROJECT, 'test-results', `${project}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function playwright(args: readonly string[], file: string, which?: WhichTests): Promise<CommandResult> {
  const cli = join(PROJECT, 'node_modules', 'playwright', 'cli.js');
  return runCommand(process.execPath, [cli, ...args], {
    cwd: PROJECT,
    show: true,
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      CI: '1',
      ...(which ? { [WHICH_TESTS]: which } : {}),
    },
  });
}

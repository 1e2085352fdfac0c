import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh, keepMark, markOf } from './freshness.ts';
import { PROJECT } from './project.ts';
import { mustRun } from './run-command.ts';

const INPUTS = [
  'shared',
  'server',
  'electron',
  'renderer',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const OUTPUTS = [
  'out/main/main.js',
  'out/main/desk-process.js',
  'out/main/import-reader.js',
  'out/main/document-reader.js',
  'out/main/snapshot-reader.js',
  'out/main/snapshot-writer.js',
  'out/main/server.js',
  'out/main/browser-mode.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
];

const MARK = 'out/built-from';

/**
 * Builds the application into out/, unless what is there was built from the same sources.
 * @returns whether it had to build.
 * @throws Error with the end of the build's output.
 */
export async function buildApplication(options: { always?: boolean } = {}): Promise<boolean> {
  const mark = markOf(INPUTS);
  if (!options.always && isFresh(MARK, mark, OUTPUTS)) return false;
  rmSync(join(PROJECT, 'out'), { recursive: true, force: true });
  const electronVite = join(PROJECT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  await mustRun(process.execPath, [electronVite, 'build', '--logLevel', 'warn'], { cwd: PROJECT });
  keepMark(MARK, mark);
  return true;
}

if (process.argv[1] === import.meta.filename) {
  const built = await buildApplication({ always: process.argv.includes('--always') });
  process.stdout.write(built ? 'Built into out/.\n' : 'Nothing to build: out/ is up to date.\n');
}

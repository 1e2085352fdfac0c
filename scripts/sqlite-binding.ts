import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { z } from 'zod';
import { cachedFolder } from './cache-folder.ts';
import { mustRun } from './run-command.ts';

const require = createRequire(import.meta.url);

/**
 * Builds better-sqlite3 for an Electron whose Node-API is older than the one its shipped binary wants.
 *
 * The sources are copied out of node_modules first: what is installed stays as npm put it. The older Node-API
 * knows the calls that better-sqlite3 needs as experimental ones, hence the change of its defines.
 * @param electronVersion names the cached build, such as 33.2.1.
 * @returns the absolute path of the built `.node` file. Takes about a minute the first time.
 */
export async function sqliteBindingFor(electronVersion: string): Promise<string> {
  const source = dirname(require.resolve('better-sqlite3/package.json'));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));

  const folder = await cachedFolder(
    `better-sqlite3-${version}-electron-${electronVersion}`,
    async (target) => {
      const headers = nodeHeaders();
      const copy = join(target, 'source');
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
      if (after === before)
        throw new Error('better-sqlite3 no longer names its Node-API version in binding.gyp.');
      writeFileSync(gyp, after);
      const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js');
      await mustRun(
        process.execPath,
        [nodeGyp, 'rebuild', '--release', '--force_build=1', `--nodedir=${headers}`],
        { cwd: copy },
      );
      cpSync(join(copy, 'build', 'Release', 'better_sqlite3.node'), join(target, 'better_sqlite3.node'));
    },
  );
  return join(folder, 'better_sqlite3.node');
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

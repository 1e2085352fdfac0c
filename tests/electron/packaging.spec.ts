import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackage } from '@electron/asar';
import { expect, test } from '@playwright/test';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { additionsOf } from '../../scripts/package.ts';
import { packagedApplication } from '../../scripts/packaged-application.ts';
import { PROJECT } from '../../scripts/project.ts';
import { fusesOf, RELEASE_FUSES } from './fuses.ts';

test(
  'the release has every fuse as it should be, and the test flavour differs in one',
  { tag: '@core' },
  async () => {
    test.setTimeout(240_000);
    expect(await fusesOf(await packagedApplication('release'))).toEqual(RELEASE_FUSES);
    expect(await fusesOf(await packagedApplication('test'))).toEqual({ ...RELEASE_FUSES, inspect: true });
  },
);

test('the package holds what runs and nothing else', { tag: '@core' }, async () => {
  test.setTimeout(240_000);
  const resources = join(dirname(await packagedApplication('release')), 'resources');
  const files = listPackage(join(resources, 'app.asar'), { isPack: false }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const has = (path: string): boolean => files.includes(path);
  for (const path of ['main/main.js', 'main/desk-process.js', 'main/server.js', 'preload/preload.cjs']) {
    expect(has(`/out/${path}`), path).toBe(true);
  }
  expect(has('/out/renderer/index.html')).toBe(true);
  const foreign = files.filter((name) =>
    /^\/(electron|server|shared|renderer|tests|scripts|bench|docs)(\/|$)|\.(ts|tsx|map)$/.test(name),
  );
  expect(foreign).toEqual([]);
  for (const name of [
    'node',
    'electron',
    'vite',
    'vitest',
    'playwright',
    'react',
    'typescript',
    'node-gyp',
  ]) {
    expect(has(`/node_modules/${name}`), name).toBe(false);
  }
  // The system loads native modules from real files only, and of other systems and processors none is here.
  for (const name of ['better-sqlite3', 'better-sqlite3-multiple-ciphers']) {
    const prebuilds = join(resources, 'app.asar.unpacked', 'node_modules', name, 'prebuilds');
    const other = process.platform === 'darwin' ? ['darwin-arm64.node', 'darwin-x64.node'] : [];
    const expected = new Set([`${process.platform}-${process.arch}.node`, ...other]);
    expect(new Set(readdirSync(prebuilds))).toEqual(expected);
  }
});

test('the packaging configuration is valid for every system', async () => {
  for (const flavour of ['release', 'test'] as const) {
    const configuration = await getConfig(PROJECT, null, additionsOf(flavour));
    await validateConfiguration(configuration, new DebugLogger(false));
    expect(configuration.win?.target).toEqual(['nsis']);
    expect(configuration.mac?.target).toEqual([{ target: 'dmg', arch: 'universal' }]);
    expect(configuration.linux?.target).toEqual(['AppImage', 'deb']);
    expect(configuration.electronFuses?.enableNodeCliInspectArguments).toBe(flavour === 'test');
  }
});

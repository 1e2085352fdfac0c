import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix, relative, sep } from 'node:path';

/** What one folder may import. The most deeply named folder that holds a file is its layer. */
export interface Layer {
  /** Folder, from the checkout's folder. */
  folder: string;
  /** Folders and single files of ours it may import from, besides itself. */
  ours: readonly string[];
  /** npm packages: the ones named, or any. */
  packages: 'any' | readonly string[];
  /** Packages that `any` does not hold. */
  except?: readonly string[];
  /** Node's own modules. */
  node: boolean;
}

/** The rooms of the desk in their order: each may know those before it, and none after it. */
const DESK_ROOMS = [
  'storage',
  'server',
  'cache',
  'outbox',
  'files',
  'records',
  'workspace',
  'export',
  'sync',
  'session',
  'online',
  'updates',
  'actions',
  'documents',
  'import',
  'desktop',
] as const;

/** Which addresses may leave the application is one rule for the desk and for main. */
const RULES_OF_MAIN = ['electron/external-links.ts', 'electron/plain-http.ts'];
/** What the desk may know of the outside. */
const DESK = { packages: 'any', except: ['electron', 'react', 'react-dom', 'express'], node: true } as const;
const SHARED = ['shared', 'shared/node'];
const DESK_HOUSE = 'electron/desk';
const DESK_FOLDERS = DESK_ROOMS.map((room) => `${DESK_HOUSE}/${room}`);

/** The arrows of the architecture: `renderer`, `electron` and `server` know `shared`, and never each other. */
export const LAYERS: readonly Layer[] = [
  {
    folder: 'shared',
    ours: [],
    // Pure libraries that read and write what people type, the same on every side.
    packages: ['zod', 'libphonenumber-js', 'papaparse'],
    node: false,
  },
  // What desk and server both do with files. The renderer has no Node.
  { folder: 'shared/node', ours: ['shared'], packages: ['better-sqlite3'], node: true },
  {
    folder: 'server',
    ours: ['shared', 'shared/node'],
    packages: 'any',
    except: ['electron', 'react', 'react-dom', 'better-sqlite3-multiple-ciphers'],
    node: true,
  },
  {
    folder: 'electron',
    ours: [...SHARED, DESK_HOUSE, ...DESK_FOLDERS],
    packages: ['electron', 'electron-updater', 'ws', 'zod'],
    node: true,
  },
  { folder: 'electron/desk', ours: [...SHARED, ...RULES_OF_MAIN, ...DESK_FOLDERS], ...DESK },
  ...DESK_FOLDERS.map((folder, at) => ({
    folder,
    ours: [...SHARED, ...RULES_OF_MAIN, ...DESK_FOLDERS.slice(0, at)],
    ...DESK,
  })),
  {
    folder: 'renderer',
    ours: ['shared'],
    packages: 'any',
    except: ['electron', 'better-sqlite3', 'better-sqlite3-multiple-ciphers', 'knex', 'express', 'ws', 'pg'],
    node: false,
  },
  // What starts, measures and tests the parts may know all of them.
  {
    folder: 'scripts',
    ours: [...SHARED, 'server', 'electron', DESK_HOUSE, ...DESK_FOLDERS, 'tests'],
    packages: 'any',
    node: true,
  },
  {
    folder: 'bench',
    ours: [...SHARED, 'server', 'electron', DESK_HOUSE, ...DESK_FOLDERS, 'scripts', 'tests'],
    packages: 'any',
    node: true,
  },
  {
    folder: 'tests',
    ours: [...SHARED, 'server', 'electron', DESK_HOUSE, ...DESK_FOLDERS, 'scripts'],
    packages: 'any',
    node: true,
  },
];

const SOURCE = /\.(ts|tsx|mts|mjs)$/;
const TEST = /(\.test\.tsx?|\.spec\.ts)$|(^|\/)testing\//;
/** Tests may use the test runner, Node, a real database to prove SQL on and a real socket to talk to, in any layer. */
const TEST_PACKAGES = new Set([
  'vitest',
  'fast-check',
  'better-sqlite3',
  'better-sqlite3-multiple-ciphers',
  'ws',
]);
/** Tests of any layer may start the programs as their users do. */
const TEST_OURS = new Set([
  'tests/product/eventually.ts',
  'tests/product/loopback-client.ts',
  'tests/product/processes.ts',
  'tests/product/authenticator.ts',
  'tests/product/releases.ts',
  'tests/product/newer-server.ts',
  'tests/product/certificates.ts',
]);
const BUILTIN = new Set(builtinModules);

const IMPORT =
  /(?:^|[;\n}])\s*(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** Checks every source file under `root` and gives one sentence for each thing that is wrong. */
export function checkLayers(root: string, layers: readonly Layer[] = LAYERS): string[] {
  const problems: string[] = [];
  for (const layer of layers) {
    const files = sourceFiles(join(root, layer.folder)).filter(
      (file) => layerOf(pathFrom(root, file), layers) === layer,
    );
    if (files.length === 0) {
      problems.push(
        `${layer.folder}: this layer has rules but no files. Remove the rule or the folder's name is wrong.`,
      );
    }
    for (const file of files) problems.push(...checkFile(root, pathFrom(root, file), layer, layers));
  }
  return problems;
}

function checkFile(root: string, path: string, layer: Layer, layers: readonly Layer[]): string[] {
  const problems: string[] = [];
  const isTest = TEST.test(path);
  for (const target of importsOf(readFileSync(join(root, path), 'utf8'))) {
    const reason = refusal(path, target, layer, layers, isTest);
    if (reason) problems.push(`${path} imports ${target}: ${reason}`);
  }
  return problems;
}

function refusal(
  path: string,
  target: string,
  layer: Layer,
  layers: readonly Layer[],
  isTest: boolean,
): string | undefined {
  const own = ownPath(path, target);
  if (own !== undefined) {
    const other = layerOf(own, layers);
    if (other === layer || other === undefined) {
      return other === undefined && own.startsWith('..') ? 'it lies outside the project.' : undefined;
    }
    if (layer.ours.includes(other.folder) || layer.ours.includes(own)) return undefined;
    if (isTest && (TEST_OURS.has(own) || isSameHouse(layer, other))) return undefined;
    return `${layer.folder} may import ${['its own files', ...layer.ours].join(', ')} only.`;
  }
  const name = packageOf(target);
  if (target.startsWith('node:') || BUILTIN.has(name)) {
    return layer.node || isTest ? undefined : `${layer.folder} runs without Node.`;
  }
  if (isTest && TEST_PACKAGES.has(name)) return undefined;
  if (layer.packages === 'any') {
    return layer.except?.includes(name) ? `${layer.folder} must not know ${name}.` : undefined;
  }
  return layer.packages.includes(name)
    ? undefined
    : `of npm packages, ${layer.folder} may import ${layer.packages.join(', ')} only.`;
}

/** Whether two layers are rooms of one desk: a room's tests start whole desks. */
function isSameHouse(one: Layer, other: Layer): boolean {
  return [one, other].every(({ folder }) => folder === DESK_HOUSE || folder.startsWith(`${DESK_HOUSE}/`));
}

/** The path of one of our own files, from the checkout's folder; undefined for a package. */
export function ownPath(path: string, target: string): string | undefined {
  if (target.startsWith('#shared/')) return posix.join('shared', target.slice('#shared/'.length));
  if (target.startsWith('.')) return posix.join(posix.dirname(path), target);
  return undefined;
}

function packageOf(target: string): string {
  const parts = target.split('/');
  return target.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

function layerOf(path: string, layers: readonly Layer[]): Layer | undefined {
  return layers
    .filter(({ folder }) => path === folder || path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

export function importsOf(source: string): string[] {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...withoutComments.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
}

export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name) && !name.split(sep).includes('node_modules'))
    .map((name) => join(folder, name))
    .sort();
}

export function pathFrom(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}

import { dirname, join } from 'node:path';

/** The variable by which tests and development name a better-sqlite3 built for an older runtime. */
const SQLITE_BINDING = 'PLACEMENT_SQLITE_BINDING';

/** The Node-API that the better-sqlite3 binary we ship is built for. */
const SHIPPED_NODE_API = 10;

/**
 * Gives the better-sqlite3 build to load instead of the shipped one, or undefined for the shipped one.
 * Runtimes that the shipped binary fits, which the released application always has, never heed the variable:
 * there it would only be a way to load foreign code.
 */
export function sqliteBinding(): string | undefined {
  const nodeApi = Number(process.versions['napi'] ?? process.versions.modules);
  return nodeApi < SHIPPED_NODE_API ? process.env[SQLITE_BINDING] || undefined : undefined;
}

/** How the two builds for an older runtime are called; they lie in one folder. */
export const SQLITE_FILE = 'better_sqlite3.node';
export const CIPHERS_FILE = 'better_sqlite3_ciphers.node';

/** The build of better-sqlite3-multiple-ciphers beside one of better-sqlite3; undefined for the shipped one. */
export const ciphersBinding = (nativeBinding: string | undefined): string | undefined =>
  nativeBinding === undefined ? undefined : join(dirname(nativeBinding), CIPHERS_FILE);

/** The Node-API that the better-sqlite3 binary we ship is built for. */
const SHIPPED_NODE_API = 10;

/**
 * The better-sqlite3 build to load instead of the shipped one, or undefined for the shipped one. Heeded only on
 * runtimes that the shipped binary does not fit (tests on an older Electron): elsewhere the variable would only be
 * a way to load foreign code.
 */
export function sqliteBinding(): string | undefined {
  const nodeApi = Number(process.versions['napi'] ?? 0);
  return nodeApi < SHIPPED_NODE_API ? process.env['PLACEMENT_SQLITE_BINDING'] || undefined : undefined;
}

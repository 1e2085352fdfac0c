import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, private, and those above it that are missing. Step by step: Node's recursive one never returns where the
 * system says of a folder that is there that it is not, as under /proc.
 * @throws Error with one plain sentence, and the system's `code`, where it cannot be.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let there = resolve(folder);
  while (!isFolder(there, folder)) {
    missing.push(there);
    const above = dirname(there);
    if (above === there) throw refusal(folder, `${there} is not there`, 'ENOENT');
    there = above;
  }
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another process was faster.
      if (isFolder(each, folder)) continue;
      const code = codeOf(error);
      throw refusal(folder, `${dirname(each)} takes no folder, ${code}`, code, error);
    }
  }
}

/**
 * Makes a data folder where it is missing, and looks whether files can be made in it.
 * @throws Error with one plain sentence, and the system's `code`, where they cannot be.
 */
export function makeDataFolder(folder: string): void {
  makeFolder(folder);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = codeOf(error);
    const sentence = `Nothing can be kept in the data folder ${folder} (${code}). Give this user the right to write there, or choose another folder with --data.`;
    throw Object.assign(new Error(sentence, { cause: error }), { code });
  }
}

/** Whether there is a folder; throws where there is something else. */
function isFolder(path: string, folder: string): boolean {
  try {
    if (statSync(path).isDirectory()) return true;
  } catch (error) {
    const code = codeOf(error);
    // Below a file: the file itself is come to.
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw refusal(folder, `${path} cannot be looked at, ${code}`, code, error);
  }
  throw refusal(folder, `${path} is a file`, 'ENOTDIR');
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

const refusal = (folder: string, why: string, code: string, cause?: unknown): Error =>
  Object.assign(
    new Error(`The folder ${folder} cannot be made (${why}). Choose a place where this user may write.`, {
      cause,
    }),
    { code },
  );

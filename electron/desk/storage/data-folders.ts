import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';

/**
 * Where the desk keeps its files: one folder for each server, in it one for each user, named by hashes, readable by
 * this computer's user alone.
 */

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return path;
}

/** The folder of a server; made where it is missing. `serverId` is `embedded` or the origin of its address. */
export function serverFolder(dataFolder: string, serverId: string): string {
  privateFolder(dataFolder);
  return privateFolder(join(dataFolder, `server-${short(serverId)}`));
}

export function userFolder(folderOfServer: string, userId: string): string {
  return privateFolder(join(folderOfServer, `user-${short(userId)}`));
}

/** The folders of the users who have signed in to this server on this computer. */
export function userFolders(folderOfServer: string): string[] {
  return readdirSync(folderOfServer, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('user-'))
    .map((entry) => join(folderOfServer, entry.name));
}

/** The id by which the server knows this desk's own earlier operations; made at the first start, then kept. */
export function deskIdOf(folderOfServer: string): string {
  const path = join(folderOfServer, 'desk.json');
  const kept = readPrivateJson(path);
  if (typeof kept === 'object' && kept !== null && 'id' in kept && typeof kept.id === 'string')
    return kept.id;
  const id = randomUUID();
  writePrivateJson(path, { id });
  return id;
}

/** The content of a JSON file, or undefined where there is none that can be read. */
export function readPrivateJson(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a JSON file whole or not at all. */
export function writePrivateJson(path: string, value: unknown): void {
  writeWholeFileNow(path, JSON.stringify(value));
}

export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

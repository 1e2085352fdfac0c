import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { hostname, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';

/**
 * Where the desk keeps its files: one folder for each server, in it one for each user, named by hashes, readable by
 * this computer's user alone.
 */

/** What the user chose for the desktop of this PC, and what was told there: in the user's folder. */
export const DESKTOP_FILE = 'desktop.json';
export const REMINDERS_FILE = 'reminders.json';

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

/** The folders of the other servers that this computer knows; neither of its own one, nor for it. */
export function otherServerFolders(folderOfServer: string): string[] {
  const dataFolder = dirname(folderOfServer);
  const own = `server-${short('embedded')}`;
  const here = basename(folderOfServer);
  if (here === own) return [];
  return readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('server-'))
    .filter(({ name }) => name !== own && name !== here)
    .map(({ name }) => join(dataFolder, name));
}

/** The folders of the users who have signed in to this server on this computer. */
export function userFolders(folderOfServer: string): string[] {
  return readdirSync(folderOfServer, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('user-'))
    .map((entry) => join(folderOfServer, entry.name));
}

/**
 * The id by which the server knows this desk's own earlier operations; made at the first start, then kept for as long as
 * the folder stays where it is. A copy of it, as on a cloned PC, is another desk: its users are told of what the other
 * one writes.
 * @param onMoved called before another id is given, so that what was bound to the one before can be let go
 */
export function deskIdOf(folderOfServer: string, onMoved: () => void): string {
  const path = join(folderOfServer, 'desk.json');
  const kept = deskSchema.safeParse(readPrivateJson(path)).data;
  const place = placeOf(folderOfServer);
  if (kept?.place === place) return kept.id;
  // Earlier versions noted no place.
  const stays = kept !== undefined && kept.place === undefined;
  if (kept && !stays) onMoved();
  const id = stays ? kept.id : randomUUID();
  writePrivateJson(path, { id, place });
  return id;
}

/** That id as it is kept, for who only wants to know it; null before the first start with this server. */
export function keptDeskId(dataFolder: string, serverId: string): string | null {
  const path = join(dataFolder, `server-${short(serverId)}`, 'desk.json');
  return deskSchema.safeParse(readPrivateJson(path)).data?.id ?? null;
}

const deskSchema = z.object({ id: z.string(), place: z.string().optional() });

/** Where a folder is, as a hash. On a Mac the computer's name changes with the network, and says nothing. */
function placeOf(folder: string): string {
  const [computer = ''] = platform() === 'darwin' ? [] : hostname().toLowerCase().split('.');
  return short(JSON.stringify([computer, realpathSync.native(folder)]));
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
  setAsideNoFile(path);
  writeWholeFileNow(path, JSON.stringify(value));
}

export function removeFile(path: string): void {
  setAsideNoFile(path);
  rmSync(path, { force: true });
}

/** Puts a folder aside that lies where a file must be: it would keep everybody out. */
export function setAsideNoFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() ?? true) return;
  rmSync(`${path}.damaged`, { recursive: true, force: true });
  renameSync(path, `${path}.damaged`);
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';

/** Where the backups of the application's own server go, as chosen on this PC. */
const SETTINGS_FILE = 'backups.json';
const schema = z.strictObject({ folder: z.string().max(4_000).refine(isAbsolute) });

const FOLDER = 'Employee Management System backups';

/**
 * The folder that was chosen, else one in the user's documents; one of its own where the data lies elsewhere than usual, so that
 * backups of two organisations are not mixed up.
 * @param documents of the user; null where the system has none
 */
export function backupFolder(documents: string | null, dataFolder: string, isUsual: boolean): string | null {
  const chosen = chosenFolder(dataFolder);
  if (chosen !== null || documents === null) return chosen;
  const usual = join(documents, FOLDER);
  if (isUsual) return usual;
  return join(usual, createHash('sha256').update(dataFolder).digest('hex').slice(0, 12));
}

/** A file that says nothing is as none: the backups go on. */
function chosenFolder(dataFolder: string): string | null {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataFolder, SETTINGS_FILE), 'utf8'))).folder;
  } catch {
    return null;
  }
}

export function keepBackupFolder(dataFolder: string, folder: string): void {
  writeWholeFileNow(join(dataFolder, SETTINGS_FILE), JSON.stringify({ folder }, null, 2));
}

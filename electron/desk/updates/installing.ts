import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { versionSchema } from '#shared/protocol/updates.ts';

/** Of the desk's folder: what is fetched, a folder for each version, and what is being installed. */
export const UPDATES_FOLDER = 'updates';
const FILE = 'installing.json';

const installingSchema = z.strictObject({
  from: versionSchema,
  to: versionSchema,
  /** How often the new version has begun since. */
  starts: z.int().min(0),
});

export type Installing = z.infer<typeof installingSchema>;

/** What was being installed when the application last ended; null where nothing was. */
export function readInstalling(updatesFolder: string): Installing | null {
  try {
    return installingSchema.parse(JSON.parse(readFileSync(join(updatesFolder, FILE), 'utf8')));
  } catch {
    return null;
  }
}

export function writeInstalling(updatesFolder: string, installing: Installing | null): void {
  const path = join(updatesFolder, FILE);
  if (installing) writeFileSync(path, JSON.stringify(installing), { mode: 0o600 });
  else rmSync(path, { force: true });
}

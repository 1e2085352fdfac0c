import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '#shared/node/within-folder.ts';
import { inTime } from './in-time.ts';

const PATIENCE_MS = 10_000;

/**
 * @throws Error with one sentence where backups would lie in the data that they are to outlive, by whatever name, or where a
 * file is in the way.
 */
export function assertBackupFolder(backupFolder: string, dataFolder: string): void {
  if (isWithin(dataFolder, backupFolder)) {
    throw new Error(
      `The folder of the backups, ${backupFolder}, is in the data folder ${dataFolder}, and would be lost with it. Choose one outside (BACKUP_DIR), best on another disk.`,
    );
  }
  if (statSync(backupFolder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new Error(
      `The folder of the backups, ${backupFolder}, is a file. Choose another one (BACKUP_DIR).`,
    );
  }
}

/**
 * Whoever chooses a folder hears at once that nothing can be written there, not after the first night.
 * @throws Error with one sentence
 */
export async function assertTakesBackups(backupFolder: string): Promise<void> {
  const trial = join(backupFolder, `.trial-${randomUUID()}`);
  const written = async (): Promise<void> => {
    // Not with its parents: where a system makes no folders, as in /proc, Node would try without end.
    await mkdir(backupFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial);
  };
  try {
    await inTime(PATIENCE_MS, written());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it does not answer';
    throw new Error(`Nothing can be written into the folder ${backupFolder} (${code}). Choose another one.`, {
      cause: error,
    });
  }
}

import { statSync } from 'node:fs';
import { isWithin } from '#shared/node/within-folder.ts';

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

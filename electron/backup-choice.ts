import { app, dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';
import { isWithin } from '#shared/node/within-folder.ts';
import { backupFolder, keepBackupFolder } from './backup-settings.ts';
import type { StartOptions } from './command-line.ts';
import type { HostAbilities } from './ipc.ts';
import type { OwnServer } from './own-server.ts';

export type BackupAbilities = Pick<
  HostAbilities,
  'mayChooseBackupFolder' | 'chooseBackupFolder' | 'useBackupFolder'
>;

/** Where the backups of the application's own server go; null for demo data, which nobody needs back. */
export function ownBackupFolder(options: StartOptions): string | null {
  if (options.demo) return null;
  return backupFolder(documents(), app.getPath('userData'), options.data === undefined);
}

function documents(): string | null {
  try {
    return app.getPath('documents');
  } catch {
    return null;
  }
}

/** What main does for the desk about the backups of the application's own server. */
export function backupAbilities(
  options: StartOptions,
  server: () => OwnServer | undefined,
  window: BrowserWindow | undefined,
): BackupAbilities {
  const here = (): OwnServer => {
    const embedded = server();
    if (!embedded || options.demo) throw new Error('The folder is chosen on the server (BACKUP_DIR).');
    return embedded;
  };
  return {
    mayChooseBackupFolder: async () => server() !== undefined && !options.demo,
    chooseBackupFolder: async () => {
      here();
      const now = ownBackupFolder(options);
      const asked: OpenDialogOptions = {
        title: 'Folder for backups, best on another disk',
        buttonLabel: 'Keep backups here',
        properties: ['openDirectory', 'createDirectory'],
        ...(now === null ? {} : { defaultPath: now }),
      };
      const { canceled, filePaths } = window
        ? await dialog.showOpenDialog(window, asked)
        : await dialog.showOpenDialog(asked);
      const [chosen] = filePaths;
      return canceled ? null : (chosen ?? null);
    },
    useBackupFolder: async (chosen) => {
      const embedded = here();
      // What the window itself keeps lies beside the server's data, and goes with it.
      if (isWithin(app.getPath('userData'), chosen)) {
        throw new Error(
          `${chosen} is in the data folder of the application, and would be lost with it. Choose one outside, best on another disk.`,
        );
      }
      const why = await embedded.ask({ type: 'set-backup-folder', folder: chosen });
      if (why !== null) throw new Error(why);
      keepBackupFolder(app.getPath('userData'), chosen);
    },
  };
}

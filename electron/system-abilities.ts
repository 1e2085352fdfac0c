import { basename, extname, join } from 'node:path';
import { app, BrowserWindow, dialog, safeStorage, shell, type SaveDialogOptions } from 'electron';
import { allowedExternalLink } from './external-links.ts';
import type { HostAbilities } from './ipc.ts';
import { sessionKeychain } from './session-keychain.ts';

/** Where the system has no keychain, what is sealed can be opened until the application ends. */
const untilTheEnd = sessionKeychain();

/** What needs the system alone; the rest of what main does for the desk is about the embedded server. */
export type SystemAbilities = Pick<HostAbilities, 'openExternal' | 'seal' | 'open' | 'chooseSavePath'>;

/**
 * What main does for the desk: open links that may be opened, seal secrets with the system's keychain, and ask where a
 * file is to be saved.
 */
export const systemAbilities: SystemAbilities = {
  openExternal: async (url) => {
    const link = allowedExternalLink(url);
    if (link === undefined) {
      throw new Error(
        'This address cannot be opened. Only web, mail, telephone and WhatsApp addresses can, and none of this computer itself.',
      );
    }
    await shell.openExternal(link);
  },
  seal: async (text) =>
    hasKeychain() ? safeStorage.encryptString(text).toString('base64') : untilTheEnd.seal(text),
  open: async (sealed) =>
    hasKeychain() ? safeStorage.decryptString(Buffer.from(sealed, 'base64')) : untilTheEnd.open(sealed),
  chooseSavePath: async (fileName) => {
    const options: SaveDialogOptions = {
      defaultPath: join(app.getPath('downloads'), basename(fileName)),
      filters: [
        extname(fileName) === '.xlsx'
          ? { name: 'Excel workbook', extensions: ['xlsx'] }
          : { name: 'CSV', extensions: ['csv'] },
        { name: 'All files', extensions: ['*'] },
      ],
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    };
    const [window] = BrowserWindow.getAllWindows();
    const { canceled, filePath } = window
      ? await dialog.showSaveDialog(window, options)
      : await dialog.showSaveDialog(options);
    return canceled || filePath === '' ? null : filePath;
  },
};

/**
 * Whether the system has a real keychain. On Linux without one, Electron falls back to a key that is written in its
 * own source, which keeps nobody out.
 */
function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  if (process.platform !== 'linux') return true;
  const backend = safeStorage.getSelectedStorageBackend();
  return backend !== 'basic_text' && backend !== 'unknown';
}

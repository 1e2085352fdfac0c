import { basename, join } from 'node:path';
import { app, BrowserWindow, dialog, safeStorage, shell, type SaveDialogOptions } from 'electron';
import { allowedExternalLink } from './external-links.ts';
import type { HostAbilities } from './ipc.ts';

/**
 * What main does for the desk: open links that may be opened, seal secrets with the system's keychain, and ask where a
 * file is to be saved.
 */
export const systemAbilities: HostAbilities = {
  openExternal: async (url) => {
    const link = allowedExternalLink(url);
    if (link === undefined) {
      throw new Error('This address cannot be opened. Only web, mail, telephone and WhatsApp addresses can.');
    }
    await shell.openExternal(link);
  },
  seal: async (text) => {
    mustHaveKeychain();
    return safeStorage.encryptString(text).toString('base64');
  },
  open: async (sealed) => {
    mustHaveKeychain();
    return safeStorage.decryptString(Buffer.from(sealed, 'base64'));
  },
  chooseSavePath: async (fileName) => {
    const options: SaveDialogOptions = {
      defaultPath: join(app.getPath('downloads'), basename(fileName)),
      filters: [
        { name: 'CSV', extensions: ['csv'] },
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
export function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  if (process.platform !== 'linux') return true;
  const backend = safeStorage.getSelectedStorageBackend();
  return backend !== 'basic_text' && backend !== 'unknown';
}

function mustHaveKeychain(): void {
  if (!hasKeychain()) throw new Error('This computer has no keychain to keep secrets in.');
}

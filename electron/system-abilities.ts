import { randomUUID } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import { writeWholeFile } from '#shared/node/whole-file.ts';
import { app, dialog, safeStorage, shell, type BrowserWindow, type SaveDialogOptions } from 'electron';
import { allowedExternalLink } from './external-links.ts';
import type { HostAbilities } from './ipc.ts';
import { sessionKeychain } from './session-keychain.ts';

/** Where the system has no keychain, what is sealed can be opened until the application ends. */
const untilTheEnd = sessionKeychain();

/** What needs the system alone; the rest of what main does for the desk is about the embedded server. */
export type SystemAbilities = Pick<
  HostAbilities,
  'openExternal' | 'seal' | 'open' | 'chooseSavePath' | 'printPdf' | 'openDocument'
>;

/** Where the user has said that something is to be saved, and nothing was printed yet: nowhere else is a PDF written. */
const chosenPlaces = new Set<string>();

/** Stands at the foot of each sheet; Chromium fills in the numbers. */
const SHEET_NUMBER =
  '<div style="width:100%;padding:0 12mm;text-align:right;font:8pt sans-serif;color:#444"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/** Kinds of file that are saved, by their endings. */
const FILE_KINDS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  xlsx: 'Excel workbook',
  pdf: 'PDF',
  txt: 'Text',
};

/**
 * What main does for the desk: open links that may be opened, seal secrets with the system's keychain, ask where a file
 * is to be saved, and print to one.
 * @param window whose page asked for it; dialogs stand in front of it.
 */
export const systemAbilities = (window: BrowserWindow | undefined): SystemAbilities => ({
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
    const ending = extname(fileName).slice(1);
    const options: SaveDialogOptions = {
      defaultPath: join(app.getPath('downloads'), basename(fileName)),
      filters: [
        { name: FILE_KINDS[ending] ?? ending, extensions: [ending] },
        { name: 'All files', extensions: ['*'] },
      ],
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    };
    const { canceled, filePath } = window
      ? await dialog.showSaveDialog(window, options)
      : await dialog.showSaveDialog(options);
    if (canceled || filePath === '') return null;
    if (ending === 'pdf') chosenPlaces.add(filePath);
    return filePath;
  },
  printPdf: async (path) => {
    if (!chosenPlaces.delete(path)) throw new Error('No place was chosen for this file.');
    if (!window || window.isDestroyed()) throw new Error('The window was closed. Nothing was written.');
    const bytes = await window.webContents.printToPDF({
      preferCSSPageSize: true,
      pageSize: 'A4',
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: SHEET_NUMBER,
    });
    try {
      await writeWholeFile(path, (file) => file.writeFile(bytes), {
        unfinishedName: `.${randomUUID()}.part`,
      });
    } catch {
      throw new Error(
        `“${basename(path)}” could not be written. Close it where it is open, or choose another folder.`,
      );
    }
  },
  openDocument: async ({ folder, fileName }) => {
    // Of all that lies on the disk, only what the desk has copied there.
    const why = await shell.openPath(join(app.getPath('userData'), 'desk', 'opened', folder, fileName));
    if (why !== '')
      throw new Error(`No program on this computer opens this document (${extname(fileName).slice(1)}).`);
  },
});

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

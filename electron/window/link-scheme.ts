import { app } from 'electron';
import { LINK_SCHEME } from '#shared/window/record-links.ts';

/** Whatever else a start by a link would say after it counts as a file's name, also for Chromium. */
const NO_OPTIONS_FROM_HERE = ['--'];

/**
 * Has the system open links to records with the application. Its installers say so too; on Linux they alone, in the
 * `.desktop` file. Not for one that was started with another data folder, such as the demo.
 */
export function openRecordLinks(hasOwnFolder: boolean): void {
  if (!app.isPackaged || hasOwnFolder || process.platform === 'linux') return;
  if (process.platform === 'darwin') app.setAsDefaultProtocolClient(LINK_SCHEME);
  else app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, NO_OPTIONS_FROM_HERE);
}

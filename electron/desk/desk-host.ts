import type { DesktopHost } from './desktop/desktop-host.ts';
import type { OpenedCopy } from './documents/opened-copies.ts';
import type { SavePlace } from './export/list-export.ts';
import type { FirstStart } from './online/first-start.ts';
import type { OfficeChoice } from './online/joining.ts';
import type { OwnNetwork } from './online/network.ts';
import type { BackupFolderChoice } from './online/backups.ts';
import type { UpdateInstaller } from './updates/desk-updates.ts';
import type { Keychain } from './session/kept-session.ts';

/** What only the desk's surroundings can do for it. */
export interface DeskHost {
  openExternal(url: string): Promise<void>;
  /** Where a file of that name is to be written; null where the user decides against it. */
  chooseSavePlace(fileName: string): Promise<SavePlace | null>;
  /** Writes what the window would print to a PDF file of this path. Absent in a browser, which does so itself. */
  printPdf?(path: string): Promise<void>;
  /** Opens a copy of a document in the system's own program. Absent in a browser, which takes it as a download. */
  openDocument?(copy: OpenedCopy): Promise<void>;
  /** What was reported last, one line each, without personal data. */
  recentReports?(): Promise<string>;
  keychain: Keychain;
  /** Absent where the server is not the application's own, or comes with accounts. */
  firstStart?: FirstStart;
  /** Absent where nobody asks for a folder by a dialog of the system. */
  backups?: BackupFolderChoice;
  /** Absent where nothing is installed: in browser mode, with demo data, from the sources. */
  updates?: UpdateInstaller;
  /** Absent in a browser: it shows no reminders of ours, and has neither tray nor lock. */
  desktop?: DesktopHost;
  /** Absent in browser mode, where the start alone says which server it is. */
  office?: OfficeChoice;
  /** Absent in browser mode: nobody else uses the server there. */
  network?: OwnNetwork;
}

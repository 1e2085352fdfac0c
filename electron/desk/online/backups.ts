import { mayLookAfterBackups } from '#shared/access/backups.ts';
import type { BackupsHere, BackupStatus } from '#shared/protocol/backups.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import type { Session } from '../session/session.ts';
import { onlineCall } from './online-call.ts';

/** What the application can do about the folder of its own server's backups. */
export interface BackupFolderChoice {
  mayChooseFolder(): Promise<boolean>;
  /** null where the user decides against it; rejects with a sentence where the folder cannot be. */
  chooseFolder(): Promise<string | null>;
  /** Has the server keep its backups there. Rejects as before. */
  useFolder(folder: string): Promise<void>;
}

const NEEDS_SERVER = 'The server makes the backups. Connect, then try again.';

/** @throws PlainError `offline`, and what the server refuses. */
export async function backupStatus(
  session: Session,
  choice: BackupFolderChoice | undefined,
  method: 'GET' | 'POST' = 'GET',
): Promise<BackupsHere> {
  const status = await onlineCall<BackupStatus>(session, PATHS.backups, { method }, NEEDS_SERVER);
  return { ...status, choosable: (await choice?.mayChooseFolder()) === true };
}

/** @throws PlainError `forbidden`, `not-supported` with a server elsewhere, and `invalid`. */
export async function chooseBackupFolder(
  session: Session,
  choice: BackupFolderChoice | undefined,
): Promise<BackupsHere | null> {
  const { workspace } = session.require();
  if (!mayLookAfterBackups(workspace.actor.role))
    throw new PlainError('forbidden', 'Only an administrator chooses where the backups go.');
  if (!choice || !(await choice.mayChooseFolder()))
    throw new PlainError('not-supported', 'The folder is chosen on the server (BACKUP_DIR).');
  let folder: string | null;
  try {
    folder = await choice.chooseFolder();
    if (folder !== null) await choice.useFolder(folder);
  } catch (error) {
    throw new PlainError('invalid', error instanceof Error ? error.message : String(error));
  }
  return folder === null ? null : backupStatus(session, choice);
}

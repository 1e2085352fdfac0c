import { formatDateTime } from '#shared/format/dates.ts';
import type { BackupStatus } from '#shared/protocol/backups.ts';
import { sizeText } from '../documents/file-size.ts';

/** When the last backup was made, in one line. */
export function lastText({ last, folder }: Pick<BackupStatus, 'last' | 'folder'>): string {
  if (folder === null) return 'No backups are made.';
  if (!last) return 'None yet';
  return `${formatDateTime(last.at)}, ${sizeText(last.bytes)}`;
}

/** Whether it is known to be whole. */
export const checkText = (checked: boolean): string =>
  checked ? 'Read again and compared when it was made' : 'Not known to be made by this server';

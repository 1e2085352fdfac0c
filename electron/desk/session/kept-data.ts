import { join } from 'node:path';
import type { PlainError } from '#shared/protocol/errors.ts';
import { stripWaiting } from './closed-account.ts';
import { REMINDERS_FILE } from '../storage/data-folders.ts';
import { eraseFiles, eraseFolder } from '../storage/erase.ts';
import { Outbox } from '../outbox/outbox.ts';
import { endImport } from '../workspace/ended-import.ts';
import { CACHE_FILE, OUTBOX_FILE } from '../workspace/workspace.ts';

/** What goes from the folder of a user who has nothing open on this computer, and what stays (docs/security.md). */

/** Erases what was fetched; what waits to be sent stays, with its pictures. */
export function eraseFetched(folder: string, nativeBinding: string | undefined): void {
  const tell = eraseCache(folder, nativeBinding);
  withOutbox(folder, nativeBinding, (outbox) => {
    tell(outbox);
    eraseFetchedPictures(folder, outbox);
  });
}

/** The account is closed: what was fetched goes, and the values of what waited. */
export function eraseOfClosedAccount(
  folder: string,
  nativeBinding: string | undefined,
  error: PlainError,
): void {
  const tell = eraseCache(folder, nativeBinding);
  withOutbox(folder, nativeBinding, (outbox) => {
    tell(outbox);
    stripWaiting({ outbox }, error);
    eraseFetchedPictures(folder, outbox);
  });
}

/**
 * The user wishes that nothing stays on this computer: all of it goes, but for changes that are nowhere else, with
 * their pictures.
 */
export function eraseAtWish(folder: string, nativeBinding: string | undefined): void {
  let stays = false;
  withOutbox(folder, nativeBinding, (outbox) => {
    stays = outbox.hasUnsettled();
    if (!stays) return;
    outbox.forgetAcknowledged();
    eraseCache(folder, nativeBinding);
    eraseFetchedPictures(folder, outbox);
  });
  if (stays) return;
  eraseFolder(folder);
}

/** The newest receipt that the user's outbox has of the server. */
export function keptReceipt(folder: string, nativeBinding: string | undefined): string | undefined {
  return withOutbox(folder, nativeBinding, (outbox) => outbox.server.receipt);
}

function withOutbox<Result>(
  folder: string,
  nativeBinding: string | undefined,
  work: (outbox: Outbox) => Result,
): Result {
  const outbox = new Outbox(join(folder, OUTBOX_FILE), nativeBinding);
  try {
    return work(outbox);
  } finally {
    outbox.close();
  }
}

/**
 * The cache with its companions, any damaged one put aside, and what an import has of its file. Gives what tells the user of
 * an import that ended by it.
 */
function eraseCache(folder: string, nativeBinding: string | undefined): (outbox: Outbox) => void {
  eraseFiles(folder, (name) => name.startsWith(CACHE_FILE) || name === REMINDERS_FILE);
  return endImport(folder, nativeBinding);
}

function eraseFetchedPictures(folder: string, outbox: Outbox): void {
  outbox.files.forgetSent();
  eraseFiles(join(folder, 'thumbnails'));
  eraseFiles(join(folder, 'files'), (name) => !outbox.files.holds(name));
}

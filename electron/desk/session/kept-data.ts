import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, type ErrorCode } from '#shared/protocol/errors.ts';
import { stripWaiting } from './closed-account.ts';
import { endErasing, type Erasing } from '../storage/begun-erasing.ts';
import { REMINDERS_FILE } from '../storage/data-folders.ts';
import type { DataKeys } from '../storage/data-keys.ts';
import { eraseFiles, eraseFolder } from '../storage/erase.ts';
import { eraseImports, hasImport, type ImportPlace } from '../storage/import-files.ts';
import { hasKey } from '../storage/key-file.ts';
import {
  clearNextOpening,
  noteForNextOpening,
  readNextOpening,
  type NextOpening,
} from '../storage/next-opening.ts';
import { connect, isPlainSqlite } from '../storage/sqlite-file.ts';
import { Outbox } from '../outbox/outbox.ts';
import { lockedAwaySentence } from '../outbox/outbox-notices.ts';
import { ReceiptFile } from '../outbox/receipt-file.ts';
import { isComing } from '../workspace/coming-cache.ts';
import { endImport, IMPORT_ERASED } from '../workspace/ended-import.ts';
import { TakeOver } from '../workspace/take-over.ts';
import { CACHE_FILE, OUTBOX_FILE } from '../workspace/workspace.ts';

/** What goes from the folder of a user who has nothing open on this computer, and what stays (docs/security.md). */

/** A user's folder, with the keys of its data where something at hand has opened them. */
export type KeptPlace = Omit<ImportPlace, 'keys'> & { keys: DataKeys | null };

/** Erases what was fetched; what waits to be sent stays, with its pictures. */
export function eraseFetched(place: KeptPlace): void {
  const tell = eraseCache(place);
  withOutbox(place, { fetchedErased: true }, (outbox) => {
    tell(outbox);
    eraseFetchedPictures(place.folder, outbox);
  });
}

/** The account is closed: what was fetched goes, and the values of what waited. */
export function eraseOfClosedAccount(place: KeptPlace, error: PlainError): void {
  const tell = eraseCache(place);
  const { code, message } = error;
  withOutbox(place, { fetchedErased: true, closed: { code, error: message } }, (outbox) => {
    tell(outbox);
    stripWaiting({ outbox }, error);
    eraseFetchedPictures(place.folder, outbox);
  });
}

/**
 * The user wishes that nothing stays on this computer: all of it goes, but for changes that are nowhere else, with
 * their pictures.
 */
export function eraseAtWish(place: KeptPlace): void {
  const { folder } = place;
  let stays = false;
  withOutbox(place, { fetchedErased: true }, (outbox) => {
    stays = outbox.hasUnsettled();
    if (!stays) return;
    outbox.forgetAcknowledged();
    eraseCache(place);
    eraseFetchedPictures(folder, outbox);
  });
  if (stays) return;
  eraseFolder(folder);
}

/** Does what a process that was killed has left of an erasing; nothing opens what stays. */
export function finishErasing(
  folder: string,
  { what, closed }: Erasing,
  nativeBinding: string | undefined,
): void {
  if (what === 'all') eraseFolder(folder);
  else if (existsSync(folder)) {
    if (what === 'wished') noteForNextOpening(folder, { wished: true });
    if (closed) noteForNextOpening(folder, { closed });
    eraseFetched({ folder, nativeBinding, keys: null });
  }
  endErasing(folder);
}

/** The newest receipt that is kept of the server for the user; it is known without a key. */
export function keptReceipt(folder: string, nativeBinding: string | undefined): string | undefined {
  const path = join(folder, OUTBOX_FILE);
  if (!isPlainSqlite(path)) return new ReceiptFile(path).read();
  // Of an earlier version, and not taken over yet.
  const db = connect(path, { nativeBinding }, { fileMustExist: true });
  try {
    return db.prepare(`SELECT value FROM meta WHERE name = 'receipt'`).pluck().get() as string | undefined;
  } finally {
    db.close();
  }
}

/** Does what could not be done while nothing opened the outbox; before anything of the folder is shown. */
export function catchUp(place: KeptPlace): void {
  const { folder } = place;
  const next = readNextOpening(folder);
  if (Object.keys(next).length === 0) return;
  withOutbox(place, {}, (outbox) => {
    const { fetchedErased, wished, importErased, closed, lockedAway } = next;
    const tell = (sentence: string): void => outbox.notices.add(sentence, new Date().toISOString());
    if (lockedAway) tell(lockedAwaySentence(lockedAway.at));
    if (importErased) tell(IMPORT_ERASED);
    if (closed) stripWaiting({ outbox }, new PlainError(closed.code as ErrorCode, closed.error));
    if (wished) outbox.forgetAcknowledged();
    if (fetchedErased) eraseFetchedPictures(folder, outbox);
  });
  clearNextOpening(folder);
}

/** @param otherwise what is noted to be done at the next opening, where no key opens the outbox now. */
function withOutbox(place: KeptPlace, otherwise: NextOpening, work: (outbox: Outbox) => void): void {
  const { folder, nativeBinding, keys } = place;
  if (!keys && hasKey(folder)) return noteForNextOpening(folder, otherwise);
  if (keys) new TakeOver(folder, keys).databases(nativeBinding);
  const outbox = new Outbox(join(folder, OUTBOX_FILE), nativeBinding, keys?.outbox);
  try {
    work(outbox);
  } finally {
    outbox.close();
  }
}

/**
 * The cache with its companions, any damaged one put aside, and what an import has of its file. Gives what tells the user of
 * an import that ended by it.
 */
function eraseCache(place: KeptPlace): (outbox: Outbox) => void {
  const { folder, nativeBinding, keys } = place;
  eraseFiles(folder, (name) => name.startsWith(CACHE_FILE) || isComing(name) || name === REMINDERS_FILE);
  if (keys || !hasKey(folder)) return endImport({ folder, nativeBinding, keys: keys ?? undefined });
  if (hasImport(folder)) noteForNextOpening(folder, { importErased: true });
  eraseImports(folder);
  return () => undefined;
}

function eraseFetchedPictures(folder: string, outbox: Outbox): void {
  outbox.files.forgetSent();
  eraseFiles(join(folder, 'thumbnails'));
  // One that is being taken over has a longer name.
  eraseFiles(join(folder, 'files'), (name) => !outbox.files.holds(name.replace(/\..*$/, '')));
}

import { existsSync, readdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LoginResponse } from '#shared/protocol/sync.ts';
import { begunErasing } from '../storage/begun-erasing.ts';
import { otherServerFolders } from '../storage/data-folders.ts';
import { openKeys } from '../storage/key-file.ts';
import { OUTBOX_FILE } from '../workspace/workspace.ts';
import { escrowOf } from './kept-session.ts';

/**
 * A server that has another key than before, or another address, has another folder on this computer. What its user has in the
 * former one goes along with the sign-in: it is of the same server where the key opens it that the server gives this user, which
 * follows from a secret of its data.
 * @param folder of the user, with the server as it is known now
 * @throws PlainError `unavailable` where it is there and cannot be had for now: it is not to be left behind
 */
export function bringAlong(folderOfServer: string, folder: string, answer: LoginResponse): void {
  const server = escrowOf(answer);
  if (!server || existsSync(join(folder, OUTBOX_FILE))) return;
  const [former] = otherServerFolders(folderOfServer)
    .map((other) => join(other, basename(folder)))
    .filter((each) => existsSync(join(each, OUTBOX_FILE)) && begunErasing(each) === null)
    .filter((each) => openKeys(each, { server }) !== null)
    .toSorted((one, other) => writtenAt(other) - writtenAt(one));
  if (former === undefined || readdirSync(folder).length > 0) return;
  try {
    // Windows puts no folder in the place of another one.
    rmdirSync(folder);
    renameSync(former, folder);
  } catch {
    throw new PlainError('unavailable', HELD);
  }
}

const HELD =
  'What was saved here for this server could not be taken along: another program may have it open. Wait a moment, then sign in again.';

const writtenAt = (folder: string): number =>
  Math.max(
    ...[OUTBOX_FILE, `${OUTBOX_FILE}-wal`].map(
      (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  );

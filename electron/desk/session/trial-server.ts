import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LoginResponse } from '#shared/protocol/sync.ts';
import { readPrivateJson, userFolder, writePrivateJson } from '../storage/data-folders.ts';
import { OUTBOX_FILE } from '../workspace/workspace.ts';

const TRIAL_FILE = 'trial.json';
const markSchema = z.object({ trial: z.string() });

/** The trial that the data of a folder is of; undefined where it is an office's. */
const trialOf = (folder: string): string | undefined =>
  markSchema.safeParse(readPrivateJson(join(folder, TRIAL_FILE))).data?.trial;

/**
 * A backup that is only tried may stand at an address that this computer knows: what is here of the office's server is not for it.
 * @throws PlainError `conflict`
 */
export function assertNotOfOffice(
  folderOfServer: string,
  { user, trial }: Pick<LoginResponse, 'user' | 'trial'>,
): void {
  const folder = userFolder(folderOfServer, user._id);
  if (trial !== undefined && trialOf(folder) === undefined && existsSync(join(folder, OUTBOX_FILE)))
    throw new PlainError('conflict', IS_TRIAL);
}

/** What is here of a trial is for nobody else, and goes. The folder of the user is closed, and no office's. */
export function keepTrialApart(
  folderOfServer: string,
  { user, trial }: Pick<LoginResponse, 'user' | 'trial'>,
): void {
  const folder = userFolder(folderOfServer, user._id);
  const here = trialOf(folder);
  if (here !== undefined && here !== trial) rmSync(folder, { recursive: true });
  if (trial === undefined) return;
  userFolder(folderOfServer, user._id);
  writePrivateJson(join(folder, TRIAL_FILE), { trial });
}

/** The server gives a new key for a session that is open. @throws PlainError `unauthenticated`, `conflict` */
export function assertSameTrial(folder: string, { trial }: Pick<LoginResponse, 'trial'>): void {
  const here = trialOf(folder);
  if (here === trial) return;
  throw here === undefined
    ? new PlainError('conflict', IS_TRIAL)
    : new PlainError('unauthenticated', 'This is not the trial that you signed in to. Sign in again.');
}

const IS_TRIAL =
  'What answers at the address of your server is only a trial of a backup (--trial), and this computer has data of the office for that address. Nothing was sent. Tell your administrator: a trial needs an address or a port of its own.';

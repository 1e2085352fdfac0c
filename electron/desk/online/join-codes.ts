import { basename } from 'node:path';
import { writeWholeFile } from '#shared/node/whole-file.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  JOIN_CODES_PATH,
  OFFICE_PATH,
  readJoinCode,
  SETTINGS_FILE,
  settingsFileOf,
  type JoinCodeInfo,
  type NewJoinCode,
  type OfficeInfo,
} from '#shared/protocol/joining.ts';
import type { ChosenPlace } from '../export/list-export.ts';
import { writeFailure } from '../export/write-failure.ts';
import type { Session } from '../session/session.ts';
import { onlineCall } from './online-call.ts';

const NEEDS_SERVER = 'Join codes are made by the server. Connect, then try again.';

/** What the office is called. @throws PlainError `offline`, and what the server refuses, as all of these. */
export function officeOf(session: Session): Promise<OfficeInfo> {
  return onlineCall(session, OFFICE_PATH, { method: 'GET' }, NEEDS_SERVER);
}

export function setOfficeName(session: Session, body: Params<'office.setName'>): Promise<OfficeInfo> {
  return onlineCall(session, OFFICE_PATH, { method: 'PUT', body }, NEEDS_SERVER);
}

export function joinCodes(session: Session): Promise<JoinCodeInfo[]> {
  return onlineCall(session, JOIN_CODES_PATH, { method: 'GET' }, NEEDS_SERVER);
}

export function makeJoinCode(session: Session, body: Params<'joinCodes.make'>): Promise<NewJoinCode> {
  return onlineCall(session, JOIN_CODES_PATH, { method: 'POST', body }, NEEDS_SERVER);
}

export async function endJoinCode(session: Session, { id }: Params<'joinCodes.end'>): Promise<null> {
  const path = `${JOIN_CODES_PATH}/${encodeURIComponent(id)}`;
  await onlineCall(session, path, { method: 'DELETE' }, NEEDS_SERVER);
  return null;
}

/**
 * Writes the settings file of a code, which an installer or the application is given, to a place that the user chooses.
 * @throws PlainError `bad-request` where it is no code; `unavailable` where the file cannot be written
 */
export async function saveSettingsFile(
  chooseSavePlace: (fileName: string) => Promise<ChosenPlace | null>,
  { code }: Params<'joinCodes.saveFile'>,
): Promise<Results['joinCodes.saveFile']> {
  if (!readJoinCode(code)) throw new PlainError('bad-request', 'This is no join code. Make a new one.');
  const place = await chooseSavePlace(SETTINGS_FILE);
  if (!place) return { fileName: null, download: null };
  try {
    await writeWholeFile(place.path, (file) => file.writeFile(settingsFileOf(code.replaceAll(/\s+/g, ''))), {
      unfinishedName: place.unfinishedName,
      mode: 0o600,
    });
  } catch (error) {
    throw writeFailure(error, place.path) ?? error;
  }
  return { fileName: place.fileName ?? basename(place.path), download: place.download ?? null };
}

import { basename } from 'node:path';
import { mayGiveCopies } from '#shared/access/persons.ts';
import { writeWholeFile } from '#shared/node/whole-file.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { personCopyPath } from '#shared/protocol/persons.ts';
import type { ChosenPlace } from '../export/list-export.ts';
import { writeFailure } from '../export/write-failure.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import type { Session } from '../session/session.ts';

const NEEDS_SERVER = 'A copy is made by the server, which has all of it. Connect, then try again.';
const FORBIDDEN = 'Only an administrator gives a copy of what is kept about a person.';

/**
 * Writes all that is kept about a person to a file that the user chooses; nothing is left where that fails.
 * @throws PlainError `forbidden`, `offline`, `not-found`; `unavailable` where the file cannot be written
 */
export async function savePersonCopy(
  session: Session,
  chooseSavePlace: (fileName: string) => Promise<ChosenPlace | null>,
  { entity, id, format }: Params<'persons.copy'>,
): Promise<Results['persons.copy']> {
  const { workspace, access } = session.require();
  if (!mayGiveCopies(workspace.actor.role)) throw new PlainError('forbidden', FORBIDDEN);
  // Before it is asked for: the server does not wait while somebody thinks.
  const place = await chooseSavePlace(`copy-of-data.${format}`);
  if (!place) return { fileName: null, download: null };
  const leaving = new AbortController();
  try {
    const answer = await access.stream(personCopyPath(entity, id, format), leaving.signal);
    await writeWholeFile(
      place.path,
      async (file) => {
        for await (const chunk of answer) await file.write(chunk);
      },
      { unfinishedName: place.unfinishedName, mode: 0o600 },
    ).catch((error: unknown) => {
      throw (
        writeFailure(error, place.path) ?? (error instanceof PlainError ? error : new NetworkFailure(error))
      );
    });
    return { fileName: place.fileName ?? basename(place.path), download: place.download ?? null };
  } catch (error) {
    throw error instanceof NetworkFailure ? new PlainError('offline', NEEDS_SERVER) : error;
  } finally {
    leaving.abort();
  }
}

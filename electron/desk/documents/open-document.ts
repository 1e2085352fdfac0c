import { writeWholeFile } from '#shared/node/whole-file.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { SavePlace } from '../export/list-export.ts';
import type { Session } from '../session/session.ts';
import { copyName, type OpenedCopies, type OpenedCopy } from './opened-copies.ts';
import { documentWith } from './show-document.ts';
import { typeNameOf } from './text-of.ts';

const NOT_HERE =
  'This document is not on this computer, and the server cannot be reached. Open it when you are online again.';

/** What the desk's surroundings do for a document that is opened. */
export interface DocumentHost {
  chooseSavePlace(fileName: string): Promise<SavePlace | null>;
  /** Absent in a browser, which takes it as a download. */
  openDocument?(copy: OpenedCopy): Promise<void>;
}

/**
 * Opens a copy of a document in the system's own program; in a browser, gives it as a download.
 * @throws PlainError as `documentWith`; `unavailable` where it is not to be had now, or no program opens it
 */
export async function openDocument(
  session: Session,
  host: DocumentHost,
  copies: OpenedCopies,
  id: string,
): Promise<Results['documents.open']> {
  const { workspace } = session.require();
  const found = await documentWith(session, id);
  const type = found && typeNameOf(found.bytes);
  if (!found || !type) throw new PlainError('unavailable', NOT_HERE);
  if (session.open?.workspace !== workspace) throw new PlainError('unauthenticated', 'Sign in first.');
  const { name, bytes } = found;
  if (!host.openDocument) {
    const place = await host.chooseSavePlace(copyName(name, type));
    if (!place) return { download: null };
    await writeWholeFile(place.path, (file) => file.writeFile(bytes), { mode: 0o600 });
    return { download: place.download ?? null };
  }
  const copy = await copies.add(workspace, { id, name, type }, bytes);
  // Whoever signed out while it was written has left no copies behind.
  if (session.open?.workspace !== workspace) copies.clear();
  try {
    await host.openDocument(copy);
  } catch (error) {
    throw new PlainError('unavailable', error instanceof Error ? error.message : String(error));
  }
  return { download: null };
}

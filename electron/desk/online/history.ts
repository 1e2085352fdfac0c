import type { Params } from '#shared/protocol/bridge.ts';
import type { DeletedPage, HistoryPage } from '#shared/protocol/past-calls.ts';
import { deletedPath, historyPath, type DeletedRecord, type HistoryEntry } from '#shared/protocol/history.ts';
import { onlineCall } from './online-call.ts';
import type { Session } from '../session/session.ts';

/** Entries that a user sees at once. */
const PAGE = 30;
/** Deleted records, of which several are chosen. */
const DELETED_PAGE = 50;
const NEEDS_SERVER = 'The history is on the server. Connect, then try again.';

/** A page of a record's history. @throws PlainError `offline`, and what the server refuses. */
export async function historyOf(
  session: Session,
  { entity, id, before }: Params<'history.of'>,
): Promise<HistoryPage> {
  const { workspace, sync } = session.require();
  // One's own change is part of it, and a new record would not be known.
  if (workspace.outbox.ofRecord(entity, id).some(({ status }) => status === 'waiting' || status === 'sent')) {
    await sync.now();
  }
  // One more than is shown tells whether there are more.
  const path = historyPath(entity, id, { limit: PAGE + 1, ...(before === undefined ? {} : { before }) });
  const entries = await onlineCall<HistoryEntry[]>(session, path, { method: 'GET' }, NEEDS_SERVER);
  return { entries: entries.slice(0, PAGE), more: entries.length > PAGE };
}

/** A page of the records of an entity that were deleted last. @throws PlainError `offline`, and what the server refuses. */
export async function deletedRecords(
  session: Session,
  { entity, before }: Params<'history.deleted'>,
): Promise<DeletedPage> {
  const records = await onlineCall<DeletedRecord[]>(
    session,
    deletedPath(entity, { limit: DELETED_PAGE + 1, before }),
    { method: 'GET' },
    'The deleted records are on the server. Connect, then try again.',
  );
  return { records: records.slice(0, DELETED_PAGE), more: records.length > DELETED_PAGE };
}

import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import type { Compared } from '#shared/protocol/duplicates.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { historyPath, type HistoryEntry } from '#shared/protocol/history.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import type { Session } from '../session/session.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { assertMayMerge } from './duplicates.ts';
import { referencesOf } from './merge.ts';

/** Somebody waits for it in front of the screen, and can do without. */
const PATIENCE_MS = 4_000;
/** Changes of a record that are looked at, the newest. */
const MOST_ENTRIES = 200;

/**
 * Records side by side, with when each of their values was written: what the server's history says, and what was changed
 * here and has not left; where the server cannot be asked, when the record was changed.
 */
export async function compare(
  session: Session,
  { entity, ids }: Params<'duplicates.compare'>,
): Promise<Compared> {
  const { workspace } = session.require();
  assertMayMerge(workspace.actor);
  const histories = await historiesOf(session, entity, ids);
  const { reader, actor } = workspace;
  const records = ids.flatMap((id) => reader.view(entity, id, actor) ?? []);
  const written = records.map((view): [string, Record<string, string>] => [
    view.record._id,
    timesOf(workspace, entity, view, histories?.get(view.record._id) ?? []),
  ]);
  const references = records.map(({ record }): [string, number] => [
    record._id,
    referencesOf(workspace, entity, record._id).length,
  ]);
  return {
    records,
    written: Object.fromEntries(written),
    known: histories !== null,
    references: Object.fromEntries(references),
  };
}

/** null where the server cannot be asked. */
async function historiesOf(
  session: Session,
  entity: EntityName,
  ids: readonly string[],
): Promise<Map<string, HistoryEntry[]> | null> {
  const { access, sync } = session.require();
  if (sync.status.state === 'offline') return null;
  try {
    const entries = ids.map(async (id): Promise<[string, HistoryEntry[]]> => {
      const path = historyPath(entity, id, { limit: MOST_ENTRIES });
      const told = await access.call<HistoryEntry[]>(path, { method: 'GET', atMost: PATIENCE_MS });
      // What was written in a record that was merged into it says nothing of its own values.
      return [id, told.filter(({ mergedAs }) => mergedAs === undefined)];
    });
    return new Map(await Promise.all(entries));
  } catch (error) {
    // A record that the server does not have yet has no history, and one may be gone by now.
    if (error instanceof NetworkFailure || error instanceof PlainError) return null;
    throw error;
  }
}

function timesOf(
  { outbox }: Workspace,
  entity: EntityName,
  { record }: RecordView,
  history: readonly HistoryEntry[],
): Record<string, string> {
  const times: Record<string, string> = {};
  const note = (name: string, at: string): void => {
    if ((times[name] ?? '') < at) times[name] = at;
  };
  const names = storedFields(entityOf(entity)).map(([name]) => name);
  const oldest = history.at(-1)?.at;
  const otherwise = oldest ?? record['updatedAt'] ?? record['createdAt'];
  if (typeof otherwise === 'string') for (const name of names) note(name, otherwise);
  for (const { at, fields } of history) for (const { name } of fields) note(name, at);
  for (const { at, changes, status } of outbox.ofRecord(entity, record._id))
    if (status !== 'refused') for (const name of Object.keys(changes)) note(name, at);
  return times;
}

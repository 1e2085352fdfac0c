import type { Params } from '#shared/protocol/bridge.ts';
import type { ChangesPage, RecentChange } from '#shared/protocol/past-calls.ts';
import { CHANGES_DAYS, placeOf, type ChangeSetLine } from '#shared/protocol/change-sets.ts';
import { within } from '#shared/node/within.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { Session } from '../session/session.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { onlineCall } from './online-call.ts';

const PAGE = 50;
/** What is not sent by then is listed as waiting: an import sends for a minute. */
const SENDING_MS = 1_000;

/**
 * What people did of late, newest first: what waits here, and what the server has. While it cannot be reached, what was
 * done on this computer.
 */
export async function recentChanges(
  session: Session,
  { mine, before }: Params<'changes.list'>,
): Promise<ChangesPage> {
  const { workspace, sync } = session.require();
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (mine) query.set('mine', '1');
  if (before !== undefined) query.set('before', before);
  if (before === undefined && workspace.outbox.unansweredCount() > 0) await within(sync.now(), SENDING_MS);
  try {
    const lines = await onlineCall<ChangeSetLine[]>(
      session,
      `${PATHS.changes}?${query}`,
      { method: 'GET' },
      '',
    );
    const known = new Set(lines.map(({ id }) => id));
    const waiting =
      before === undefined
        ? ownSets(workspace).filter(({ id, state }) => state !== 'done' && !known.has(id))
        : [];
    const sets = lines.map((line) => asRecent(workspace, line, 'done'));
    const last = lines.at(-1);
    const cursor = last && lines.length === PAGE ? placeOf(last) : null;
    return { changes: [...waiting, ...sets], cursor, hereOnly: false };
  } catch (error) {
    if (!(error instanceof PlainError) || error.code !== 'offline') throw error;
    return { changes: before === undefined ? ownSets(workspace) : [], cursor: null, hereOnly: true };
  }
}

function asRecent(workspace: Workspace, line: ChangeSetLine, state: RecentChange['state']): RecentChange {
  // One that was interrupted is undone again for the rest.
  const goesOn = workspace.outbox.undos.goesOn(line.id, line.undoneBy);
  const undoneBy = goesOn ? null : line.undoneBy;
  return { ...line, undoneBy, state, final: finalReason(undoneBy, state) };
}

function finalReason(undoneBy: string | null, state: RecentChange['state']): string | null {
  if (undoneBy !== null) return 'It was undone.';
  if (state === 'refused') return 'The server refused it: see Changes to look at.';
  return null;
}

/** The change sets of this computer, newest first. */
function ownSets(workspace: Workspace): RecentChange[] {
  const { outbox, user } = workspace;
  const since = new Date(Date.now() - CHANGES_DAYS * DAY_MS).toISOString();
  return outbox.sets.since(since).map(({ id, title, at, changes, undoes, undoneBy, waiting, refused }) => {
    const by = { _id: user._id, name: user.name };
    const state = refused > 0 ? 'refused' : waiting > 0 ? 'waiting' : 'done';
    return asRecent(workspace, { id, title, at, by, changes, undoes, undoneBy }, state);
  });
}

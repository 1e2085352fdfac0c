import { PATHS, PROTOCOL_VERSION, type PullRequest, type PullResponse } from '#shared/protocol/sync.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { hiddenOf, writeHidden } from './page-writer.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { understood } from '../server/understood.ts';
import type { Workspace } from '../workspace/workspace.ts';

const PAGE_ROWS = 500;

/**
 * While a pull waits for the user's agreement: looks through what the server has after the cursor, and removes what the
 * user may no longer see. Nothing else is written, and the cursor stays. Gives the seq up to which it has looked; null
 * where the cache must be made anew, which asks nobody either. Throws as ServerAccess.call.
 */
export async function applyRevoked(
  workspace: Workspace,
  access: ServerAccess,
  events: DeskEvents,
  signal: AbortSignal,
): Promise<number | null> {
  for (let { cursor } = workspace.cache.position; ;) {
    const body: PullRequest = { protocol: PROTOCOL_VERSION, cursor, limit: PAGE_ROWS };
    const answer = understood(await access.call<PullResponse>(PATHS.pull, { body, signal }), 'status');
    if (answer.status === 'resync') return null;
    const { cache, overlay, index } = workspace;
    if (!cache.open) return answer.seq;
    workspace.forgetOthers(hiddenOf(answer));
    for (const { entity, own, others } of writeHidden(cache, overlay, answer)) {
      events.changed(entity, [...own, ...others], 'elsewhere');
    }
    if (!answer.more) {
      index.catchUp();
      return answer.seq;
    }
    cursor = answer.cursor;
  }
}

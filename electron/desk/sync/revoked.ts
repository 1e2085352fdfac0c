import type { DeskEvents } from '../workspace/desk-events.ts';
import { fetchPage } from './fetch-page.ts';
import { erasedOf, hiddenOf, writeRevoked } from './page-writer.ts';
import type { ServerAccess } from '../server/server-access.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * While a pull waits for the user's agreement: looks through what the server has after the cursor, and removes what the
 * user may no longer see, and who was erased, from saved views too. Nothing else is written, and the cursor stays. Gives the
 * seq up to which it has looked; null where the cache must be made anew, which asks nobody either. Throws as
 * ServerAccess.call.
 */
export async function applyRevoked(
  workspace: Workspace,
  access: ServerAccess,
  events: DeskEvents,
  signal: AbortSignal,
): Promise<number | null> {
  for (let { cursor } = workspace.cache.position; ;) {
    const answer = await fetchPage({ cursor }, access, workspace.pageSize, signal);
    if (answer.status === 'resync') return null;
    const { cache, overlay, index } = workspace;
    if (!cache.open) return answer.seq;
    workspace.forgetOthers(hiddenOf(answer));
    const erased = erasedOf(answer);
    // While their names are still here: by them they go from views and drafts too.
    workspace.forgetErased(erased);
    for (const { entity, own, others } of writeRevoked(cache, overlay, answer)) {
      events.changed(entity, [...own, ...others], 'elsewhere');
    }
    if (erased.length > 0) events.emit('erased', { records: erased });
    if (!answer.more) {
      index.catchUp();
      return answer.seq;
    }
    cursor = answer.cursor;
  }
}

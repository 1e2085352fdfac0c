import { setImmediate as nextTurn } from 'node:timers/promises';
import { undoAnswerSchema, type UndoAnswer } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { isPassing } from '../server/server-connection.ts';
import { isSessionOver } from '../server/session-over.ts';
import { notUnderstood, understood } from '../server/understood.ts';

/** Where the undo of a set is asked of the server. */
export const undoPath = (setId: string): string => `${PATHS.changes}/${encodeURIComponent(setId)}/undo`;

/**
 * The answer to the undo of a set.
 * @throws PlainError `internal` where it is none, or leads nowhere: it would be asked for without end
 */
export function undoAnswer(from: number, given: UndoAnswer): UndoAnswer {
  const answer = understood(undoAnswerSchema, given);
  if (answer.next !== null && answer.next <= from) throw notUnderstood();
  return answer;
}

/** What an answer of the server makes of an undo. */
export function noteUndo(
  { outbox }: Workspace,
  setId: string,
  { set, answer }: { set: string; answer: UndoAnswer },
): void {
  const at = outbox.undos.get(setId)?.at ?? Date.now();
  const isDone = answer.next === null;
  outbox.undos.keep(setId, {
    by: set,
    at,
    state: isDone ? 'done' : 'going',
    ackedAt: isDone ? answer.at : null,
  });
}

const LOST =
  'The server was put back to an older state. Something that you had undone since is not there now; should it come back, it is not undone. Look at Recent changes when the other computers have connected.';

/**
 * Goes on with undos of what was done elsewhere, which the server has done in part, or done and lost when it was put back
 * to an older state. Under the same id nothing is done twice. What it will not do is told.
 */
export async function goOnUndoing(
  workspace: Workspace,
  access: ServerAccess,
  events: DeskEvents,
  signal: AbortSignal,
): Promise<void> {
  // What the user did to them comes first.
  if (workspace.outbox.unansweredCount() > 0) return;
  const { undos, notices } = workspace.outbox;
  for (const { setId, undo } of undos.toSend()) {
    const { by: set, state, ackedAt } = undo;
    try {
      for (let from: number | null = 0; from !== null && !signal.aborted;) {
        const body = { set, from, ...(ackedAt === null ? {} : { ackedAt }) };
        const answer = undoAnswer(from, await access.call<UndoAnswer>(undoPath(setId), { body, signal }));
        // Until it is done, it is to be begun anew.
        if (answer.next === null) noteUndo(workspace, setId, { set, answer });
        if (answer.left.length > 0 && state === 'going')
          events.emit('undone', { title: answer.title, left: answer.left });
        from = answer.next;
        await nextTurn();
      }
    } catch (error) {
      if (isPassing(error) || isSessionOver(error) || !(error instanceof PlainError)) throw error;
      if (error.code === 'unauthenticated') throw error;
      undos.forget(setId);
      if (error.code === 'not-found') notices.add(LOST, new Date().toISOString());
    }
  }
}

/** Whether the server will not undo it, now or later. */
export function isRefusal(error: unknown): error is PlainError {
  const codes = ['not-found', 'conflict', 'forbidden', 'bad-request'];
  return error instanceof PlainError && codes.includes(error.code);
}

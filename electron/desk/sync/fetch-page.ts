import { pullAnswerSchema } from '#shared/protocol/sync-answers.ts';
import { PATHS, PROTOCOL_VERSION, type PullRequest, type PullResponse } from '#shared/protocol/sync.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { notUnderstood, understood } from '../server/understood.ts';

/** Rows asked for at once: so few that writing them holds up no screen for long. */
const PAGE_ROWS = 500;

/** What comes after a cursor. Throws as ServerAccess.call, and where the answer is none. */
export async function fetchPage(
  cursor: string | null,
  access: ServerAccess,
  signal: AbortSignal,
  receipt?: string,
): Promise<PullResponse> {
  const body: PullRequest = {
    protocol: PROTOCOL_VERSION,
    cursor,
    limit: PAGE_ROWS,
    ...(receipt === undefined ? {} : { receipt }),
  };
  const answer = understood(pullAnswerSchema, await access.call<PullResponse>(PATHS.pull, { body, signal }));
  // Pages that lead nowhere would be fetched without end.
  if (answer.status === 'page' && answer.more && answer.cursor === cursor) throw notUnderstood();
  return answer;
}

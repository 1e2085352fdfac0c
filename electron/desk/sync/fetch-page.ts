import { pullAnswerSchema } from '#shared/protocol/sync-answers.ts';
import { PATHS, PROTOCOL_VERSION, type PullRequest, type PullResponse } from '#shared/protocol/sync.ts';
import type { PageSize } from '../server/page-size.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import { notUnderstood, understood } from '../server/understood.ts';

/** What comes after a cursor. Throws as ServerAccess.call, and where the answer is none. */
export async function fetchPage(
  cursor: string | null,
  access: ServerAccess,
  size: PageSize,
  signal: AbortSignal,
  receipt?: string,
): Promise<PullResponse> {
  const body: PullRequest = {
    protocol: PROTOCOL_VERSION,
    cursor,
    limit: size.rows,
    ...(receipt === undefined ? {} : { receipt }),
  };
  const answer = understood(pullAnswerSchema, await asked(access, body, size, signal));
  // Pages that lead nowhere would be fetched without end.
  if (answer.status === 'page' && answer.more && answer.cursor === cursor) throw notUnderstood();
  return answer;
}

async function asked(
  access: ServerAccess,
  body: PullRequest,
  size: PageSize,
  signal: AbortSignal,
): Promise<PullResponse> {
  try {
    const begun = performance.now();
    const answer = await access.call<PullResponse>(PATHS.pull, { body, signal });
    size.wentWell(performance.now() - begun);
    return answer;
  } catch (error) {
    if (error instanceof NetworkFailure && !error.neverSent) size.brokeOff();
    throw error;
  }
}

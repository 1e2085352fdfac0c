import { pullAnswerSchema } from '#shared/protocol/sync-answers.ts';
import { PATHS, PROTOCOL_VERSION, type PullRequest, type PullResponse } from '#shared/protocol/sync.ts';
import type { PageSize } from '../server/page-size.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import { notUnderstood, understood } from '../server/understood.ts';

export interface AskedPage {
  /** What comes after this; null for a first sync. */
  cursor: string | null;
  receipt?: string | undefined;
  /** Where that is enough: the server then gives what others have asked for, too. */
  upTo?: number | undefined;
}

/** A page of what there is. Throws as ServerAccess.call, and where the answer is none. */
export async function fetchPage(
  { cursor, receipt, upTo }: AskedPage,
  access: ServerAccess,
  size: PageSize,
  signal: AbortSignal,
): Promise<PullResponse> {
  const body: PullRequest = {
    protocol: PROTOCOL_VERSION,
    cursor,
    limit: size.rows,
    ...(receipt === undefined ? {} : { receipt }),
  };
  // Beside the body, of which a server of an earlier version takes nothing that it does not know.
  const path = upTo === undefined ? PATHS.pull : `${PATHS.pull}?upTo=${upTo}`;
  const answer = understood(pullAnswerSchema, await asked(access, path, body, size, signal));
  // Pages that lead nowhere would be fetched without end.
  if (answer.status === 'page' && answer.more && answer.cursor === cursor) throw notUnderstood();
  return answer;
}

async function asked(
  access: ServerAccess,
  path: string,
  body: PullRequest,
  size: PageSize,
  signal: AbortSignal,
): Promise<PullResponse> {
  try {
    const begun = performance.now();
    const answer = await access.call<PullResponse>(path, { body, signal });
    size.wentWell(performance.now() - begun);
    return answer;
  } catch (error) {
    if (error instanceof NetworkFailure && !error.neverSent) size.brokeOff();
    throw error;
  }
}

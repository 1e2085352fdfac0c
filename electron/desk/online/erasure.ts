import type { Params, Results } from '#shared/protocol/bridge.ts';
import {
  ERASE_PROPOSED_PATH,
  PROPOSALS_PATH,
  type ErasedOrNot,
  type ProposalsPage,
} from '#shared/protocol/erasure.ts';
import { withoutContact } from '../records/without-contact.ts';
import type { Session } from '../session/session.ts';
import { onlineCall } from './online-call.ts';

const LIST_NEEDS_SERVER =
  'Who is proposed for erasure is looked up on the server, which cannot be reached. Connect, then try again.';
const NEEDS_SERVER = 'People are erased on the server first. Connect, then try again.';

/**
 * A page of the inquiries without contact for as long as the office has decided, without those of whom this desk knows better.
 * @throws PlainError `offline`, `forbidden`
 */
export async function proposedForErasure(
  session: Session,
  { after }: Params<'erasure.proposals'>,
): Promise<Results['erasure.proposals']> {
  const { workspace, sync } = session.require();
  // What was decided or kept here counts there.
  if (after === undefined && workspace.outbox.unansweredCount() > 0) await sync.now();
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
  const page = await onlineCall<ProposalsPage>(
    session,
    PROPOSALS_PATH + query,
    { method: 'GET' },
    LIST_NEEDS_SERVER,
  );
  if (page.people.length === 0 || !workspace.cache.position.complete) return page;
  const still = withoutContact(
    workspace.cache,
    page.people.map(({ id }) => id),
    page.before,
  );
  return { ...page, people: page.people.filter(({ id }) => still.has(id)) };
}

/**
 * Erases those of a few people who are still proposed, on the server; desks hear of it with the next pull.
 * @throws PlainError `offline`, and what the server refuses
 */
export async function eraseProposed(
  session: Session,
  body: Params<'erasure.erase'>,
): Promise<Results['erasure.erase']> {
  const call = { method: 'POST', body } as const;
  const results = await onlineCall<ErasedOrNot[]>(session, ERASE_PROPOSED_PATH, call, NEEDS_SERVER);
  await session.require().sync.now();
  return results;
}

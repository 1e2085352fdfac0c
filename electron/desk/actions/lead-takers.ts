import { maySetTurns } from '#shared/access/leads.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Says who takes new leads in turn: these users and no others. One change set; gives it with the users that it changed.
 * @throws PlainError `forbidden`, `not-found` for one who is no longer there
 */
export function setLeadTakers(
  { writer, reader, actor, cache }: Workspace,
  { users }: Params<'leads.setTakers'>,
): { set: string | null; changed: string[] } {
  if (!maySetTurns(actor.role))
    throw new PlainError('forbidden', 'Your role may not say who takes new leads');
  const before = (
    cache.statements.prepare('SELECT "_id" AS id FROM "user" WHERE "takesLeads" = 1').all() as {
      id: string;
    }[]
  ).map(({ id }) => id);
  const given = new Map([
    ...before.filter((id) => !users.includes(id)).map((id) => [id, false] as const),
    ...users.filter((id) => !before.includes(id)).map((id) => [id, true] as const),
  ]);
  const set = writer.together(newSet('Who takes new leads'), () => {
    for (const [id, takesLeads] of given) {
      const base = reader.baseSeq('user', id);
      writer.save({ entity: 'user', id, base, changes: { takesLeads } }, actor);
    }
  });
  return { set, changed: [...given.keys()] };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { waysToReach } from '#shared/messages/ways-to-reach.ts';
import { entityOf } from '#shared/model/entities.ts';
import { listOf, orderBy } from '#shared/model/list-query.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { MOST_MESSAGED, tooManyMessages } from '#shared/protocol/messages.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import { listConditions } from '../records/list-conditions.ts';
import { titleOf } from '../records/record-reader.ts';
import { selectedIds } from '../records/selected-rows.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The selected people in the order of the list, and who of them can be reached that way.
 * @throws PlainError `bad-request` where they are too many, and as `listConditions`
 */
export async function peopleToMessage(
  workspace: Workspace,
  { query, picked, channel }: Params<'messages.people'>,
): Promise<Results['messages.people']> {
  const { cache, reader, actor, texts } = workspace;
  const { sort, ...listed } = query;
  const ids = await selectedIds(workspace, { query: listed, picked }, () => nextTurn());
  if (ids.length > MOST_MESSAGED) throw new PlainError('bad-request', tooManyMessages(ids.length));
  const entity = entityOf(query.entity);
  const { readable } = listConditions(listed, actor, texts);
  const order = orderBy(entity, sort ?? listOf(entity, query.list).sort, readable);
  const rows = cache.statements
    .prepare(
      `SELECT "_id" AS id FROM ${tableOf(entity)} WHERE "_id" IN (SELECT value FROM json_each(?)) ORDER BY ${order}`,
    )
    .all(JSON.stringify(ids)) as { id: string }[];
  return rows.flatMap(({ id }) => {
    const record = reader.view(query.entity, id, actor)?.record;
    if (!record) return [];
    return [{ id, name: titleOf(entity, record), reached: waysToReach(entity, record, channel).length > 0 }];
  });
}

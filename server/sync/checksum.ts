import type { Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { addContent } from '#shared/protocol/content-sum.ts';
import type { ChecksumResponse, EntityChecksum } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import { projections } from '../records/visibility.ts';
import type { Block, ContentSums, Scope } from './content-sums.ts';
import { logPosition } from './page.ts';

/** While people write, the sums of what they write in are read again so often at most. */
const ATTEMPTS = 3;

interface Counted {
  scope: Scope;
  blocks: Block[];
}

/**
 * Count, sum of seqs and sum of content, for each entity, over what the user may see: a desk compares them with its
 * cache's. The content is only summed where it is asked for, and left out where people write faster than it is read.
 */
export async function checksum(
  database: Database,
  sums: ContentSums,
  actor: Actor,
  withContent: boolean,
): Promise<ChecksumResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const { seq, counted } = await database.read(async (trx) => ({
      seq: await logPosition(trx),
      counted: await countAll(trx, database, sums, actor),
    }));
    const entities: ChecksumResponse['entities'] = {};
    let complete = true;
    for (const [name, scopes] of counted) {
      const content = withContent ? await contentOf(sums, scopes) : null;
      complete &&= !withContent || content !== null;
      entities[name] = { ...totals(scopes), ...content };
    }
    if (complete || attempt === ATTEMPTS) return { seq, entities };
  }
}

async function countAll(
  trx: Transaction,
  database: Database,
  sums: ContentSums,
  actor: Actor,
): Promise<Map<EntityName, Counted[]>> {
  const counted = new Map<EntityName, Counted[]>();
  for (const entity of database.model.entities) {
    const table = entity.name as EntityName;
    const scopes: Counted[] = [];
    for (const { condition, fields } of projections(entity, actor)) {
      const scope = { table, columns: ['_id', '_seq', ...fields], condition };
      scopes.push({ scope, blocks: await sums.blocks(trx, scope) });
    }
    if (scopes.length > 0) counted.set(table, scopes);
  }
  return counted;
}

function totals(scopes: readonly Counted[]): EntityChecksum {
  const total = { count: 0, seqSum: 0 };
  for (const { blocks } of scopes) {
    for (const { count, seqSum } of blocks) {
      total.count += count;
      total.seqSum += seqSum;
    }
  }
  return total;
}

async function contentOf(
  sums: ContentSums,
  scopes: readonly Counted[],
): Promise<Required<Pick<EntityChecksum, 'content' | 'columns'>> | null> {
  let content = 0;
  const columns = new Set<string>();
  for (const { scope, blocks } of scopes) {
    const sum = await sums.sum(scope, blocks);
    if (sum === null) return null;
    content = addContent(content, sum);
    for (const name of scope.columns) columns.add(name);
  }
  return { content, columns: [...columns] };
}

import type { Actor } from '#shared/access/permissions.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { selectIn } from '../database/statements.ts';
import { rightsOn } from '../records/visibility.ts';

/** Records merged into one whose history is told with its own. */
const MOST = 100;

/** A record whose history is told. */
export interface ToldRecord {
  row: Row;
  /** Its fields that the actor may read. */
  readable: ReadonlySet<string>;
  /** What people called it, where it was merged into the one that is asked about. */
  mergedAs?: string;
}

interface Lead {
  was: string;
  name: string | null;
}

/** The records that were merged into one, also by way of others, as far as the actor may read them (decision 24). */
export async function mergedAway(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  id: string,
): Promise<ToldRecord[]> {
  if (!isMergeable(entity.name)) return [];
  const names = new Map<string, string>();
  for (let into = [id]; into.length > 0 && names.size < MOST;) {
    const leads = await selectIn<Lead & { deletedAt: string | null }>(
      database,
      'mergedRecord',
      entity.name,
      into,
      `${quote('was')}, ${quote('name')}, ${quote('deletedAt')}`,
    );
    const found = leads.filter(({ was, deletedAt }) => deletedAt === null && was !== id && !names.has(was));
    for (const { was, name } of found.slice(0, MOST - names.size)) names.set(was, name ?? '');
    into = found.map(({ was }) => was);
  }
  const rows = await selectIn<Row>(database, entity.name, '_id', [...names.keys()]);
  return rows.flatMap((row) => {
    const readable = rightsOn(entity, actor, row).read;
    // What is there again is a person of its own.
    if (row['deletedAt'] === null || readable.size === 0) return [];
    return [{ row, readable, mergedAs: names.get(row._id) ?? '' }];
  });
}

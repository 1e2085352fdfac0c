import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Database } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';

/** A reference as old clients know it: in the field itself, or beside the id under another name (decision 10). */
interface ShownReference {
  field: string;
  as: string;
}

const SHOWN: Readonly<Record<string, readonly ShownReference[]>> = {
  inquiry: [{ field: 'leadStatus', as: 'leadStatus' }],
  candidate: [{ field: 'map', as: 'addedBy' }],
};

const UNKNOWN = 'Unknown';

/** Records as REST clients get them: references with the names that people read. */
export async function present(
  database: Database,
  entity: EntityDefinition,
  records: readonly AnyRecord[],
): Promise<AnyRecord[]> {
  const shown = SHOWN[entity.name] ?? [];
  if (shown.length === 0) return [...records];
  const names = await Promise.all(shown.map(({ field }) => namesOf(database, entity, field, records)));
  return records.map((record) => {
    const added: Record<string, unknown> = {};
    for (const [at, { field, as }] of shown.entries()) {
      const id = record[field];
      if (id === undefined) continue;
      added[as] = typeof id === 'string' ? { _id: id, name: names[at]?.get(id) ?? UNKNOWN } : null;
    }
    return { ...record, ...added };
  });
}

async function namesOf(
  database: Database,
  entity: EntityDefinition,
  fieldName: string,
  records: readonly AnyRecord[],
): Promise<Map<string, string>> {
  const { target } = fieldOf(entity, fieldName);
  if (!target) return new Map();
  const ids = new Set<string>();
  for (const record of records) {
    const id = record[fieldName];
    if (typeof id === 'string') ids.add(id);
  }
  const rows = await selectIn<{ _id: string; title: string; deletedAt: string | null }>(
    database,
    target.entity,
    '_id',
    [...ids],
    `"_id", "${target.display}" AS "title", "deletedAt"`,
  );
  return new Map(rows.filter((row) => row.deletedAt === null).map((row) => [row._id, row.title]));
}

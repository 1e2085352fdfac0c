import { mayRead, type Actor } from '#shared/access/permissions.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import type { HistoryField } from '#shared/protocol/history.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { selectIn } from '../database/statements.ts';
import { decidingColumns, rightsOn } from '../records/visibility.ts';

/**
 * Adds the shown texts of references, as the actor may read them on the records that are referred to. A deleted user has
 * none (decision 10); what else was deleted keeps its name in a history.
 */
export async function addReferenceTexts(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  fields: readonly HistoryField[],
): Promise<void> {
  const wanted = new Map<string, { display: string; ids: Set<string> }>();
  const references = fields.flatMap((field) => {
    const { target } = fieldOf(entity, field.name);
    return target && mayRead(database.model.entity(target.entity), actor.role) ? [{ field, target }] : [];
  });
  for (const { field, target } of references) {
    let ofTarget = wanted.get(target.entity);
    if (!ofTarget) wanted.set(target.entity, (ofTarget = { display: target.display, ids: new Set() }));
    for (const id of [field.old, field.new]) if (typeof id === 'string') ofTarget.ids.add(id);
  }
  const texts = new Map<string, Map<string, string>>();
  for (const [name, { display, ids }] of wanted) {
    const target = database.model.entity(name);
    const columns = new Set(['_id', display, 'deletedAt', ...decidingColumns(target, actor.role)]);
    const rows = await selectIn<Row>(database, name, '_id', [...ids], [...columns].map(quote).join(', '));
    const known = rows.filter(
      (row) =>
        (row['deletedAt'] === null || name !== 'user') && rightsOn(target, actor, row).read.has(display),
    );
    texts.set(
      name,
      new Map(known.flatMap(({ _id, [display]: text }) => (typeof text === 'string' ? [[_id, text]] : []))),
    );
  }
  for (const { field, target } of references) {
    const textOf = (id: unknown): string | undefined =>
      typeof id === 'string' ? texts.get(target.entity)?.get(id) : undefined;
    const oldText = textOf(field.old);
    const newText = textOf(field.new);
    if (oldText !== undefined) field.oldText = oldText;
    if (newText !== undefined) field.newText = newText;
  }
}

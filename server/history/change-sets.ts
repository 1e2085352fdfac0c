import { mayReadEverybodysChanges } from '#shared/access/changes.ts';
import type { Actor } from '#shared/access/permissions.ts';
import type { HistorySet } from '#shared/protocol/history.ts';
import type { Database } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';
import { titlesInstead } from '../change-sets/shown-titles.ts';
import type { ChangeSetRow } from '../records/change-sets.ts';

/**
 * What the actor may read of these sets, as in Recent changes: of others' only the id, unless the role sees what everybody
 * did.
 */
export async function setsOf(
  database: Database,
  actor: Actor,
  setIds: Iterable<string | null>,
): Promise<(setId: string | null) => HistorySet | null> {
  const ids = [...new Set(setIds)].filter((id) => id !== null);
  const rows = await selectIn<ChangeSetRow>(database, 'change_sets', 'id', ids);
  const seen = rows.filter(({ userId }) => userId === actor._id || mayReadEverybodysChanges(actor.role));
  const instead = await titlesInstead(
    database,
    actor,
    seen.map(({ id }) => id),
  );
  const told = new Map(
    seen.map(({ id, title, changes, undoes }) => [
      id,
      { title: instead.get(id) ?? title, changes: Number(changes), undoes },
    ]),
  );
  return (id) => (id === null ? null : { id, told: told.get(id) ?? null });
}

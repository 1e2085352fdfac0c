import type { EntityName } from '#shared/model/entities.ts';
import { entityOf } from '#shared/model/entities.ts';
import { newId } from '#shared/model/new-id.ts';
import { setTitle, type ChangeSet } from '#shared/protocol/change-sets.ts';
import type { Operation } from '#shared/protocol/sync.ts';

/** A change set of what the user does now. @param title in the user's words */
export function newSet(title: string): ChangeSet {
  return { id: newId(), title: setTitle(title), part: 0 };
}

/** A change set of one change. @param title what people call the record */
export function setOfOne(
  { kind, entity, changes }: Pick<Operation, 'kind' | 'entity' | 'changes'>,
  title: string,
): ChangeSet {
  switch (kind) {
    case 'create':
      return newSet(`Added ${title}`);
    case 'update':
      return newSet(changeTitle(entity, Object.keys(changes), title));
    case 'delete':
      return newSet(`Deleted ${title}`);
    case 'restore':
      return newSet(`Restored ${title}`);
    case 'undo':
      return newSet(`Undone: ${title}`);
  }
}

function changeTitle(entity: EntityName, names: readonly string[], title: string): string {
  const [name, ...more] = names;
  const label = name === undefined ? undefined : entityOf(entity).fields[name]?.label;
  return label === undefined || more.length > 0 ? `Changed ${title}` : `${label} of ${title}`;
}

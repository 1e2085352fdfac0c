import type { EntityDefinition } from '#shared/model/entity.ts';
import { model as wholeModel } from '#shared/model/entities.ts';

/** The entities that a server serves, in order, and by name. */
export interface Model {
  readonly entities: readonly EntityDefinition[];
  /** Throws where the model has no such entity: a fault of the program. */
  entity(name: string): EntityDefinition;
  has(name: string): boolean;
}

export function modelOf(entities: readonly EntityDefinition[] = wholeModel): Model {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  return {
    entities,
    has: (name) => byName.has(name),
    entity: (name) => {
      const entity = byName.get(name);
      if (!entity) throw new Error(`The model has no entity ${name}`);
      return entity;
    },
  };
}

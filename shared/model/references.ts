import { model, type EntityName } from './entities.ts';
import { storedFields } from './entity.ts';

/** A field that refers to records of an entity. */
export interface Referring {
  entity: EntityName;
  field: string;
}

/** The fields of the model that refer to records of an entity, but for those that follow from something else. */
export function referringTo(target: EntityName): Referring[] {
  return model.flatMap((entity) =>
    storedFields(entity).flatMap(([field, { target: to, serverSet }]) =>
      to?.entity === target && !serverSet ? [{ entity: entity.name as EntityName, field }] : [],
    ),
  );
}

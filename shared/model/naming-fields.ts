import { fieldOf, type EntityDefinition } from './entity.ts';

const NAMING = new Set(['phone', 'email']);

/** The fields by which a person is known: numbers, addresses, and the name of those whose own record it is. */
export const namingFields = (entity: EntityDefinition): string[] =>
  Object.keys(entity.fields).filter(
    (name) =>
      NAMING.has(fieldOf(entity, name).kind) || (name === entity.title && entity.person !== undefined),
  );

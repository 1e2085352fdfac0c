import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { ReactNode } from 'react';
import { referenceTextKey, type GridRow } from '../data-grid/list-row.ts';
import { RecordLink } from './record-link.tsx';
import classes from './record-links.module.css';

/**
 * What says in a list that a record has become another one, with the way there.
 * @param field refers to what it became
 * @param word what happened, such as "Enrolled"
 */
export function becameMark(entity: EntityName, field: string, word: string): (row: GridRow) => ReactNode {
  const definition = entityOf(entity);
  const target = fieldOf(definition, field).target?.entity ?? '';
  return (row) => {
    const id = row[field];
    if (typeof id !== 'string' || !isEntityName(target)) return null;
    const name = row[referenceTextKey(definition, field)];
    const label =
      typeof name === 'string' && name !== '' ? `${word}: open ${name}` : `${word}: open the record`;
    return (
      <RecordLink entity={target} id={id} label={label} className={classes.became} inGrid>
        {word}
      </RecordLink>
    );
  };
}

import type { EntityDefinition } from '#shared/model/entity.ts';
import type { HistoryField } from '#shared/protocol/history.ts';
import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { changeTexts } from './history-wording.ts';
import classes from './record-history.module.css';

/** Longer texts are folded, in characters. */
const FOLDED_FROM = 160;
const FOLDED_TO = 120;

interface FieldChangeProps {
  entity: EntityDefinition;
  field: HistoryField;
  /** The record was made with the value: there was none before. */
  isNew: boolean;
}

/** One field of a change: `Label: old → new`. */
export function FieldChange({ entity, field, isNew }: FieldChangeProps): ReactNode {
  const [whole, setWhole] = useState(false);
  const texts = changeTexts(entity, field);
  const isLong = texts.old.length > FOLDED_FROM || texts.new.length > FOLDED_FROM;
  const value = (text: string): ReactNode => {
    if (text === '') return <span className={classes.empty}>empty</span>;
    return isLong && !whole && text.length > FOLDED_FROM ? `${text.slice(0, FOLDED_TO).trimEnd()}…` : text;
  };
  return (
    <li className={classes.field}>
      <span className={classes.label}>{field.label}:</span>{' '}
      <span className={classes.value} data-whole={whole || undefined}>
        {!isNew && (
          <>
            <span className={classes.old}>{value(texts.old)}</span> →{' '}
          </>
        )}
        {value(texts.new)}
        {isLong && (
          <>
            {' '}
            <UnstyledButton
              className={classes.fold}
              aria-expanded={whole}
              aria-label={`${whole ? 'Show less' : 'Show all'} of ${field.label}`}
              onClick={() => setWhole(!whole)}
            >
              {whole ? 'Show less' : 'Show all'}
            </UnstyledButton>
          </>
        )}
      </span>
    </li>
  );
}

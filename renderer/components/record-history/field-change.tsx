import type { EntityDefinition } from '#shared/model/entity.ts';
import type { HistoryField } from '#shared/protocol/history.ts';
import { UnstyledButton } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { changeTexts, hiddenChange } from './history-wording.ts';
import classes from './record-history.module.css';
import { isCut, TextChange } from './text-change.tsx';

/** Longer texts are folded, in characters. */
const FOLDED_FROM = 160;
const FOLDED_TO = 120;
/** Of two texts one of which is longer, what differs is shown in place of both. */
const COMPARED_FROM = 80;

interface FieldChangeProps {
  entity: EntityDefinition;
  field: HistoryField;
  /** The record was made with the value: there was none before. */
  isNew: boolean;
}

/** One field of a change: `Label: old → new`, or what differs between two long texts. */
export function FieldChange({ entity, field, isNew }: FieldChangeProps): ReactNode {
  const [whole, setWhole] = useState(false);
  const texts = useMemo(() => changeTexts(entity, field), [entity, field]);
  const hidden = isNew ? null : hiddenChange(entity.fields[field.name], field, texts);
  const compared =
    !isNew &&
    texts.old !== '' &&
    texts.new !== '' &&
    Math.max(texts.old.length, texts.new.length) > COMPARED_FROM;
  const isLong = useMemo(
    () =>
      compared
        ? isCut(texts.old, texts.new)
        : texts.old.length > FOLDED_FROM || texts.new.length > FOLDED_FROM,
    [compared, texts],
  );
  const value = (text: string): ReactNode => {
    if (text === '') return <span className={classes.empty}>empty</span>;
    // In an order of its own: two values of scripts that run to the left would else change places.
    return (
      <bdi>
        {isLong && !whole && text.length > FOLDED_FROM ? `${text.slice(0, FOLDED_TO).trimEnd()}…` : text}
      </bdi>
    );
  };
  return (
    <li className={classes.field}>
      <span className={classes.label}>{field.label}:</span>{' '}
      <span className={classes.value} data-whole={whole || undefined}>
        {hidden !== null ? (
          <span className={classes.empty}>{hidden}</span>
        ) : compared ? (
          <TextChange old={texts.old} now={texts.new} whole={whole} />
        ) : (
          <>
            {!isNew && (
              <>
                <span className={classes.old}>{value(texts.old)}</span> →{' '}
              </>
            )}
            {value(texts.new)}
          </>
        )}
        {isLong && hidden === null && (
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

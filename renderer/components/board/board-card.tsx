import { VisuallyHidden } from '@mantine/core';
import { referenceText } from '#shared/format/field-text.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { linkedRecord } from '#shared/window/record-links.ts';
import { IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { personOf } from '../activities/person.ts';
import { cellText } from '../data-grid/cell-text.ts';
import { OpenButton, WaitingMark } from '../data-grid/cells.tsx';
import { referenceTextKey, titleOf, type GridRow } from '../data-grid/list-row.ts';
import { NextCall } from '../next-call/next-call.tsx';
import { PhoneLinks } from '../record-links/phone-links.tsx';
import classes from './board.module.css';

interface CardContentProps {
  entity: EntityDefinition;
  row: GridRow;
  /** The value by which it stands in a column of several. */
  beside: string | null;
  onOpen: ((row: GridRow) => void) | undefined;
  /** What stands below the rest of it. */
  under?: ((row: GridRow) => ReactNode) | undefined;
}

/** What a card shows: the name, and what the model puts on cards. */
export function CardContent({ entity, row, beside, onOpen, under }: CardContentProps): ReactNode {
  const title = titleOf(entity, row);
  const shown = title || entity.label;
  return (
    <>
      <div className={classes.title}>
        {onOpen ? (
          <OpenButton record={linkedRecord(entity.name, row._id)} open={() => onOpen(row)}>
            {shown}
          </OpenButton>
        ) : (
          <span>{shown}</span>
        )}
        {row._waiting && <WaitingMark />}
      </div>
      {beside !== null && <div className={classes.line}>{beside}</div>}
      {(entity.card ?? []).map((name) => (
        <CardLine key={name} entity={entity} name={name} row={row} title={title} />
      ))}
      {under && <div className={classes.under}>{under(row)}</div>}
    </>
  );
}

function CardLine({
  entity,
  name,
  row,
  title,
}: Pick<CardContentProps, 'entity' | 'row'> & { name: string; title: string }): ReactNode {
  const field = fieldOf(entity, name);
  const value = row[name] ?? null;
  if (field.kind === 'phone') {
    return (
      <div className={classes.line}>
        {typeof value === 'string' && (
          <PhoneLinks
            phone={value}
            chat={field.chatOn && row[field.chatOn]}
            of={title}
            about={personOf(entity, row)}
            inGrid
          />
        )}
      </div>
    );
  }
  if (field.kind === 'datetime') {
    return (
      <div className={classes.when}>
        {typeof value === 'string' ? (
          <NextCall at={value} />
        ) : (
          <span className={classes.none}>No {inSentence(field.label)}</span>
        )}
      </div>
    );
  }
  if (field.kind === 'reference') {
    const text = value === null ? '' : referenceText(field, value, row[referenceTextKey(entity, name)]);
    return (
      <div className={classes.whose} title={text === '' ? undefined : `${field.label}: ${text}`}>
        {text !== '' && (
          <>
            <IconUser size={13} stroke={1.7} aria-hidden />
            <VisuallyHidden>{field.label}: </VisuallyHidden>
            <span>{text}</span>
          </>
        )}
      </div>
    );
  }
  const text = cellText(entity, name, row, 0);
  return (
    <div className={classes.fact} title={text}>
      {text}
    </div>
  );
}

import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { HistoryEntry } from '#shared/protocol/history.ts';
import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { OlderPages } from '../older-pages.tsx';
import { useNow } from '../use-now.ts';
import { FieldChange } from './field-change.tsx';
import { actionText, mergedText, partText, shownFields, whoText } from './history-wording.ts';
import classes from './record-history.module.css';
import { useRecordHistory } from './use-record-history.ts';

const MINUTE_MS = 60_000;

export interface RecordHistoryProps {
  entity: EntityName;
  id: string;
  /** Pairs of fields of which the second is the account behind the name in the first. */
  coupled: readonly (readonly [string, string])[];
}

/** Who changed what of a record, and when, the newest first. */
export function RecordHistory({ entity, id, coupled }: RecordHistoryProps): ReactNode {
  const query = useRecordHistory(entity, id);
  const now = useNow(MINUTE_MS);
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading the history" className={classes.loading}>
        <Skeleton h={36} />
        <Skeleton h={36} />
        <Skeleton h={36} />
      </div>
    );
  }
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      {query.data && entries.length === 0 && (
        <Text c="dimmed" py="md">
          Nothing has been changed since this record was brought in.
        </Text>
      )}
      {entries.length > 0 && (
        <ol aria-label="Changes, the newest first" className={classes.entries}>
          {entries.map((entry) => (
            <ChangeEntry
              key={entry.seq}
              entity={entity}
              entry={entry}
              coupled={coupled}
              when={formatSpokenDateTime(entry.at, now)}
            />
          ))}
        </ol>
      )}
      <OlderPages query={query} failure="Failed to load the history" />
    </>
  );
}

interface ChangeEntryProps {
  entity: EntityName;
  entry: HistoryEntry;
  coupled: RecordHistoryProps['coupled'];
  /** When it was, in words. */
  when: string;
}

/** One change: who, when, and from what to what. */
export function ChangeEntry({ entity, entry, coupled, when }: ChangeEntryProps): ReactNode {
  // What a record began with is seldom asked for.
  const [opened, setOpened] = useState(entry.kind !== 'create');
  const definition = entityOf(entity);
  const fields = shownFields(entry, coupled);
  const part = partText(entry);
  const merged = mergedText(entry);
  const count = fields.length === 1 ? '1 value' : `${fields.length} values`;
  return (
    <li className={classes.entry}>
      <div className={classes.who}>
        <bdi className={classes.name}>{whoText(entry.by)}</bdi>
        <time dateTime={entry.at} title={formatDateTime(entry.at)} className={classes.when}>
          {when}
        </time>
      </div>
      <div className={classes.what}>
        {entry.kind !== 'update' && (
          <div className={classes.action}>
            {actionText(entry)}
            {entry.kind === 'create' && fields.length > 0 && (
              <UnstyledButton
                className={classes.fold}
                aria-expanded={opened}
                onClick={() => setOpened(!opened)}
              >
                {opened ? `Hide ${count}` : `Show ${count}`}
              </UnstyledButton>
            )}
          </div>
        )}
        {opened && fields.length > 0 && (
          <ul className={classes.fields}>
            {fields.map((field) => (
              <FieldChange
                key={field.name}
                entity={definition}
                field={field}
                isNew={entry.kind === 'create'}
              />
            ))}
          </ul>
        )}
        {merged && <div className={classes.part}>{merged}</div>}
        {part && <div className={classes.part}>{part}</div>}
      </div>
    </li>
  );
}

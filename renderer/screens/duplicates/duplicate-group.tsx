import { formatDate } from '#shared/format/dates.ts';
import { entityOf } from '#shared/model/entities.ts';
import { MERGEABLE, type Mergeable } from '#shared/model/merged-record.ts';
import { MOST_MERGED, type DuplicateGroup, type DuplicateRecord } from '#shared/protocol/duplicates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { Anchor, Button, Checkbox, Group, Text } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../../components/changes/undo.ts';
import { showRecord } from '../../components/known-contact/shown-record.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import classes from './duplicates.module.css';
import { groupHeading } from './group-wording.ts';

interface DuplicateGroupCardProps {
  group: DuplicateGroup;
  onMerge: (entity: Mergeable, ids: string[]) => void;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const nameOf = ({ entity, view }: DuplicateRecord): string =>
  text(view.record[entityOf(entity).title]) || entityOf(entity).label;

/** Records that may be one person, those that are ticked to be merged or told apart. */
export function DuplicateGroupCard({ group, onMerge }: DuplicateGroupCardProps): ReactNode {
  const { records, signs, more } = group;
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const heading = useId();
  const ticked = records.filter(({ view }) => !unticked.has(view.record._id));
  const idsOf = (entity: Mergeable): string[] =>
    ticked.filter((each) => each.entity === entity).map(({ view }) => view.record._id);
  const mixed = MERGEABLE.every((entity) => records.some((each) => each.entity === entity));

  const tick = (id: string, isTicked: boolean): void =>
    setUnticked((now) => {
      const next = new Set(now);
      if (isTicked) next.delete(id);
      else next.add(id);
      return next;
    });
  const dismiss = async (): Promise<void> => {
    try {
      const ids = ticked.map(({ view }) => view.record._id);
      const { set } = await bridge.call('duplicates.dismiss', { ids });
      showDone({ title: 'Not duplicates', message: ticked.map(nameOf).join(', ') }, set);
    } catch (error) {
      showFailure('Failed to remember it', error, dismiss);
    }
  };

  return (
    <section className={classes.group} aria-labelledby={heading}>
      <Group justify="space-between" gap="xs">
        <h2 id={heading} className={classes.signs}>
          {groupHeading(signs)}
        </h2>
        <Group gap="xs">
          {MERGEABLE.map((entity) => {
            const ids = idsOf(entity);
            if (records.filter((each) => each.entity === entity).length < 2) return null;
            const { plural } = entityOf(entity);
            const isTooMany = ids.length > MOST_MERGED;
            return (
              <Button
                key={entity}
                size="compact-sm"
                disabled={ids.length < 2 || isTooMany}
                title={isTooMany ? `${MOST_MERGED} can be merged at once. Tick fewer.` : undefined}
                onClick={() => onMerge(entity, ids)}
              >
                {`Compare and merge ${formatNumber(ids.length)} ${inSentence(plural)}`}
              </Button>
            );
          })}
          <Button
            size="compact-sm"
            variant="default"
            disabled={ticked.length < 2}
            onClick={() => void dismiss()}
          >
            Not duplicates
          </Button>
        </Group>
      </Group>
      {mixed && (
        <Text size="sm" c="dimmed">
          Candidates and inquiries stay apart: merging is among candidates, and among inquiries.
        </Text>
      )}
      <table className={classes.records} aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col" aria-label="Ticked" />
            <th scope="col">Name</th>
            <th scope="col">What</th>
            <th scope="col">Mobile</th>
            <th scope="col">Email</th>
            <th scope="col">City</th>
            <th scope="col">Birth date</th>
            <th scope="col">College</th>
            <th scope="col">Added</th>
          </tr>
        </thead>
        <tbody>
          {records.map((each) => {
            const { entity, view } = each;
            const { record } = view;
            const name = nameOf(each);
            return (
              <tr key={record._id}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`${name}, ${formatDate(text(record['createdAt']))}`}
                    checked={!unticked.has(record._id)}
                    onChange={(event) => tick(record._id, event.currentTarget.checked)}
                  />
                </td>
                <td>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    ta="start"
                    onClick={() => showRecord({ entity, id: record._id })}
                  >
                    {name}
                  </Anchor>
                </td>
                <td>{entityOf(entity).label}</td>
                <td>{text(record['mobile'])}</td>
                <td>{text(record['email'])}</td>
                <td>{text(record['city'])}</td>
                <td>{formatDate(text(record['dob']) || null)}</td>
                <td>{text(record['collegeName'])}</td>
                <td>{formatDate(text(record['createdAt']) || null)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {formatNumber(more)} more.
        </Text>
      )}
    </section>
  );
}

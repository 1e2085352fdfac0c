import { mayDeleteRecord, settableFields } from '#shared/access/permissions.ts';
import { formatDateTime, formatTime } from '#shared/format/dates.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRole, useUser } from '../../stores/session.ts';
import { deleteRecord } from '../list-screen/delete-record.ts';
import { StatusBadge } from '../status-badge/status-badge.tsx';
import { ActivityIcon } from './activity-icon.tsx';
import { editActivity } from './log-call.ts';
import { kindOf, type Person } from './person.ts';
import classes from './timeline.module.css';

interface ActivityEntryProps {
  person: Person;
  activity: RecordView;
  onDeleted: () => void;
}

const entity = entityOf('activity');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A call, message, meeting or note, as it was logged; its author and Admins can correct it and take it away. */
export function ActivityEntry({ person, activity, onDeleted }: ActivityEntryProps): ReactNode {
  const { record, references, waiting } = activity;
  const actor = { _id: useUser()._id, role: useRole() };
  const kind = kindOf(record);
  const at = textOf(record['at']);
  const outcome = textOf(record['outcome']);
  const named = `${inSentence(kind)} of ${formatDateTime(at)}`;
  const remove = async (): Promise<void> => {
    const deleted = await deleteRecord(
      'activity',
      { id: record._id, name: kind },
      {
        title: `Delete this ${inSentence(kind)}?`,
        message: `It goes from the timeline of ${person.title || 'this person'} on every PC.`,
        done: { title: `${kind} deleted` },
        failure: 'It was not deleted.',
      },
    );
    if (deleted) onDeleted();
  };
  return (
    <li className={classes.entry}>
      <div className={classes.who}>
        <span className={classes.name}>{references['by'] ?? 'Unknown'}</span>
        <time dateTime={at} title={formatDateTime(at)} className={classes.when}>
          {formatTime(at)}
        </time>
      </div>
      <div className={classes.what}>
        <div className={classes.head}>
          <ActivityIcon kind={kind} />
          <span className={classes.kind}>{kind}</span>
          {outcome !== '' && <StatusBadge word={outcome} />}
          {waiting && <span className={classes.waiting}>Waiting to be sent</span>}
        </div>
        {textOf(record['note']) !== '' && <p className={classes.note}>{textOf(record['note'])}</p>}
      </div>
      <div className={classes.buttons}>
        {settableFields(entity, actor, record).size > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Edit ${named}`}
            title="Edit"
            onClick={() => editActivity(person, activity)}
          >
            <IconPencil size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        {mayDeleteRecord(entity, actor, record) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete ${named}`}
            title="Delete"
            onClick={() => void remove()}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

import { candidate } from '#shared/model/candidate.ts';
import { fieldOf, type AnyRecord } from '#shared/model/entity.ts';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useUser } from '../../stores/session.ts';
import { titleOf } from '../data-grid/list-row.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { FieldView } from '../record-form/field-view.tsx';
import ownDetails from './own-details.module.css';
import classes from './own-training.module.css';

/** What concerns a student of the own candidate record; the server gives no other fields (decision 11). */
const parts = [
  {
    title: 'Training',
    fields: [
      'enrolledCourse',
      'trainer',
      'trainingStatus',
      'trainingMode',
      'batchTime',
      'trainingTime',
      'startDate',
    ],
  },
  { title: 'Fees', fields: ['fee', 'recievedAmount', 'paymentStatus'] },
  { title: 'Interview', fields: ['interviewStatus', 'interviewDate', 'interviewerName'] },
] as const;

/** More records with one email than anybody has. */
const MOST = 20;

/** A student's training, fees and interviews, to be read; as they are on this PC, so also without a connection. */
export function OwnTraining(): ReactNode {
  const { _id } = useUser();
  const query = useQuery({
    queryKey: ['candidate', 'own', _id],
    queryFn: () => bridge.call('records.choices', { entity: 'candidate', limit: MOST }),
    staleTime: 0,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'candidate') void query.refetch();
  });
  if (query.isPending)
    return <Skeleton h={120} mt="md" role="status" aria-label="Loading your training details" />;
  if (query.isError) {
    return (
      <Text role="alert" size="sm" mt="md">
        Failed to load your training details. {sentenceOf(query.error, 'Try again in a moment.')}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Text>
    );
  }
  if (query.data.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="md">
        No training record with your email is here yet. If you have joined a course, ask the office to enter
        your email in it.
      </Text>
    );
  }
  return query.data.map(({ record }) => <OneTraining key={record._id} record={record} />);
}

function OneTraining({ record }: { record: AnyRecord }): ReactNode {
  return parts.map(({ title, fields }) => <Part key={title} title={title} fields={fields} record={record} />);
}

function Part({
  title,
  fields,
  record,
}: {
  title: string;
  fields: readonly string[];
  record: AnyRecord;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.part}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      <div className={ownDetails.list}>
        {fields.map((name) => {
          const field = fieldOf(candidate, name);
          return (
            <FieldView
              key={name}
              field={field}
              label={field.label}
              value={record[name]}
              of={titleOf(candidate, record)}
            />
          );
        })}
      </div>
    </section>
  );
}

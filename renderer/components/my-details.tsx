import { formatDate } from '#shared/format/dates.ts';
import { storedFields } from '#shared/model/entity.ts';
import { user as userEntity } from '#shared/model/user.ts';
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bridge } from '../bridge/bridge.ts';
import { useBridgeEvent } from '../bridge/use-bridge-event.ts';
import { sentenceOf } from './messages.tsx';
import { fieldText } from './field-text.ts';
import { useUser } from '../stores/session.ts';
import classes from './my-details.module.css';

/** The signed-in user's own record (decisions, "Screens"): the profile that every role has. */
export function MyDetails({ onClose }: { onClose: () => void }): ReactNode {
  const { _id } = useUser();
  const query = useQuery({
    queryKey: ['user', 'own', _id],
    queryFn: () => bridge.call('records.get', { entity: 'user', id: _id }),
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'user') void query.refetch();
  });
  return (
    <Modal opened onClose={onClose} title="My details" size="lg">
      {query.isPending && (
        <Stack gap="sm" role="status" aria-label="Loading your details">
          {[0, 1, 2, 3, 4].map((line) => (
            <Skeleton key={line} h={18} />
          ))}
        </Stack>
      )}
      {query.isError && (
        <Alert color="red" title="Failed to load user details" role="alert">
          <Text size="sm">{sentenceOf(query.error, 'Try again in a moment.')}</Text>
          <Button size="compact-sm" mt="xs" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {query.data === null && (
        <Text c="dimmed">Your details have not arrived on this PC yet. They come with the next sync.</Text>
      )}
      {query.data && <Details record={query.data.record} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Modal>
  );
}

function Details({ record }: { record: Readonly<Record<string, unknown>> }): ReactNode {
  const { createdAt } = record;
  return (
    <>
      <dl className={classes.list}>
        {storedFields(userEntity)
          // What the user's role may not see is not in the record at all.
          .filter(([name, field]) => name in record && field.kind !== 'datetime')
          .map(([name, field]) => (
            <div key={name} className={classes.line}>
              <dt>{field.label}</dt>
              <dd>{fieldText(field, record[name]) || <span className={classes.none}>Not given</span>}</dd>
            </div>
          ))}
      </dl>
      {typeof createdAt === 'string' && (
        <Text size="xs" c="dimmed" mt="md">
          With us in this system since {formatDate(createdAt)}.
        </Text>
      )}
    </>
  );
}

import { TURN_ROLE } from '#shared/access/leads.ts';
import { formatSpokenDateTime } from '#shared/format/dates.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { Alert, Button, Checkbox, Group, Loader, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { showDone } from '../changes/undo.ts';
import { sentenceOf, showFailure } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';

const MOST = 500;
/** Above a list of so many pixels the dialog scrolls within itself. */
const HEIGHT = 320;

/** Says who takes new leads, for Super Admins: those who are ticked get them in turn. */
export function LeadTakersDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [saving, setSaving] = useState(false);
  const query = useQuery({
    queryKey: ['lead takers'],
    queryFn: () =>
      bridge.call('records.choices', {
        entity: 'user',
        filter: { roleName: TURN_ROLE, isActive: { not: false } },
        limit: MOST,
      }),
    staleTime: 0,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'user') void query.refetch({ cancelRefetch: false });
  });
  const people = query.data ?? [];
  const takes = ({ _id, takesLeads }: AnyRecord): boolean => changed.get(_id) ?? takesLeads === true;
  const takers = people.filter(({ record }) => takes(record)).map(({ _id }) => _id);

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const { set } = await bridge.call('leads.setTakers', { users: takers });
      if (set !== null) showDone({ title: 'Saved', message: savedText(takers.length) }, set);
      setOpened(false);
    } catch (error) {
      showFailure('Failed to save who takes new leads', error, save);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!saving) setOpened(false);
      }}
      onExitTransitionEnd={onClose}
      title="Who takes new leads"
      centered
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" mb="md">
        New messages from the website, and inquiries that are added for nobody, go in turn to those who are
        ticked. With nobody ticked they stay unassigned.
      </Text>
      {query.isPending && <Loader size="sm" />}
      {query.isError && (
        <Alert role="alert" color="red" title="Failed to fetch users.">
          {sentenceOf(query.error, 'Close this and try again.')}
        </Alert>
      )}
      {query.isSuccess && people.length === 0 && (
        <Text size="sm">There is no active employee with the role {TURN_ROLE} yet.</Text>
      )}
      <ScrollArea.Autosize mah={HEIGHT}>
        <Stack gap="sm" p={2} role="group" aria-label="Takes new leads">
          {people.map(({ _id, title, record }) => (
            <Checkbox
              key={_id}
              label={title}
              description={givenText(record)}
              checked={takes(record)}
              onChange={({ currentTarget: { checked } }) =>
                setChanged((now) => new Map([...now, [_id, checked]]))
              }
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={saving} onClick={() => setOpened(false)}>
          Cancel
        </Button>
        <Button loading={saving} disabled={!query.isSuccess} onClick={() => void save()}>
          Save
        </Button>
      </Group>
    </Modal>
  );
}

function givenText({ leadGivenAt }: AnyRecord): string {
  if (typeof leadGivenAt !== 'string') return 'Has had none in turn yet';
  return `Last one in turn: ${formatSpokenDateTime(leadGivenAt, Date.now())}`;
}

function savedText(count: number): string {
  if (count === 0) return 'New leads stay unassigned.';
  return count === 1 ? 'New leads go to one person.' : `New leads go to ${count} people in turn.`;
}

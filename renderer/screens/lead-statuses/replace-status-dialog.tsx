import { formatNumber } from '#shared/format/numbers.ts';
import { Button, Group, Modal, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { showDone } from '../../components/changes/undo.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import { useLateOpening } from '../../components/use-late-opening.ts';
import { SearchedSelect } from '../../components/record-form/inputs/searched-select.tsx';
import { inquiriesText, inUseText, movedText } from './replacement-wording.ts';

/** Stands in the list for no lead status at all. */
const NONE = 'none';
const MOST = 200;
const FAILURE = 'Failed to delete lead status';

export interface StatusInUse {
  id: string;
  name: string;
  inquiries: number;
}

interface ReplaceStatusDialogProps {
  status: StatusInUse;
  /** Called once the dialog is out of the way. */
  onClose: () => void;
}

/** Deletes a lead status that inquiries have, once it is said which one they get instead. */
export function ReplaceStatusDialog({ status, onClose }: ReplaceStatusDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [chosen, setChosen] = useState<string | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const [done, setDone] = useState(0);
  const { data: others = [] } = useQuery({
    queryKey: ['lead statuses but', status.id],
    queryFn: async () =>
      (await bridge.call('records.choices', { entity: 'leadStatus', limit: MOST }))
        .filter(({ _id }) => _id !== status.id)
        .map(({ _id, title }) => ({ value: _id, label: title })),
    staleTime: 0,
  });
  useBridgeEvent('move', (event) => {
    if (event.id === running) setDone(event.done);
  });

  const replace = async (): Promise<void> => {
    if (chosen === null || running !== null) return;
    const id = crypto.randomUUID();
    const by = chosen === NONE ? null : chosen;
    setRunning(id);
    try {
      const { moved, set } = await bridge.call('leadStatuses.replace', { id, status: status.id, by });
      const to = others.find(({ value }) => value === by)?.label ?? null;
      showDone({ title: 'Deleted', message: movedText(moved, to) }, set);
      setOpened(false);
    } catch (error) {
      showFailure(FAILURE, error, replace);
    } finally {
      setRunning(null);
      setDone(0);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (running === null) setOpened(false);
      }}
      onExitTransitionEnd={onClose}
      title={`Delete "${status.name}"?`}
      centered
      size={480}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text mb="md">{inUseText(status.inquiries)}</Text>
      <SearchedSelect
        data-autofocus
        label="Lead status of these inquiries"
        placeholder="Choose a lead status"
        data={[...others, { value: NONE, label: 'No lead status' }]}
        value={chosen}
        onChange={setChosen}
        disabled={running !== null}
      />
      {running !== null && (
        <>
          <Progress
            mt="md"
            value={(done / Math.max(done, status.inquiries)) * 100}
            aria-label="Inquiries that have been moved"
          />
          <Text size="sm" mt={4} role="status">
            {formatNumber(done)} of {inquiriesText(Math.max(done, status.inquiries))}
          </Text>
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={running !== null} onClick={() => setOpened(false)}>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={chosen === null}
          loading={running !== null}
          onClick={() => void replace()}
        >
          Move and delete
        </Button>
      </Group>
    </Modal>
  );
}

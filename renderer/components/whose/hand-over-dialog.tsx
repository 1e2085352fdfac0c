import { LEAD_ROLES, OWNER_FIELD, type OwnedEntity } from '#shared/access/leads.ts';
import { counted } from '#shared/format/counted.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf } from '#shared/model/entities.ts';
import { Button, Checkbox, Group, Modal, Progress, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { showDone } from '../changes/undo.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';

const MOST = 500;
const FAILURE = 'Failed to hand over';
const ENTITIES = [
  ['candidate', 'candidates'],
  ['inquiry', 'inquiries'],
] as const;

interface HandOverDialogProps {
  /** Whose records; null where that is to be chosen. */
  from: { _id: string; name: string } | null;
  /** Called once the dialog is out of the way. */
  onClose: () => void;
}

/** Gives the candidates and inquiries of one person to another. */
export function HandOverDialog({ from: given, onClose }: HandOverDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [from, setFrom] = useState(given?._id ?? null);
  const [to, setTo] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<OwnedEntity>>(new Set());
  const [running, setRunning] = useState<string | null>(null);
  const [progress, setProgress] = useState({ done: 0, total: 1 });
  const people = usePeople(given);
  const counts = useCounts(from);
  useBridgeEvent('move', ({ id, done, total }) => {
    if (id === running) setProgress({ done, total });
  });
  const entities = ENTITIES.map(([entity]) => entity).filter(
    (entity) => !left.has(entity) && (counts?.[entity] ?? 0) > 0,
  );
  const isReady = from !== null && to !== null && from !== to && entities.length > 0;

  const handOver = async (): Promise<void> => {
    if (!isReady || running !== null) return;
    const id = crypto.randomUUID();
    setProgress({ done: 0, total: 1 });
    setRunning(id);
    try {
      const { handed, set } = await bridge.call('records.handOver', { id, to, of: { from, entities } });
      const name = people.to.find(({ value }) => value === to)?.label ?? '';
      if (set === null) showToast({ title: 'Nothing to hand over', color: 'gray' });
      else showDone({ title: 'Handed over', message: `${handedText(handed)} to ${name}.` }, set);
      setOpened(false);
    } catch (error) {
      showFailure(FAILURE, error, handOver);
    } finally {
      setRunning(null);
    }
  };

  const select = { searchable: true, allowDeselect: false, nothingFoundMessage: 'Nothing found' } as const;
  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (running === null) setOpened(false);
      }}
      onExitTransitionEnd={onClose}
      title="Hand over"
      centered
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
    >
      <Select
        {...(given ? {} : { 'data-autofocus': true })}
        {...select}
        label="From"
        placeholder="Whose candidates and inquiries"
        data={people.from}
        value={from}
        onChange={setFrom}
        openOnFocus={false}
        selectFirstOptionOnChange
        disabled={running !== null}
        comboboxProps={CLOSED}
      />
      <Group mt="sm" gap="lg" mih={26}>
        {from !== null &&
          ENTITIES.map(([entity]) => (
            <Checkbox
              key={entity}
              label={counts ? capital(counted(entityOf(entity), counts[entity])) : entityOf(entity).plural}
              checked={!left.has(entity) && (counts?.[entity] ?? 0) > 0}
              disabled={running !== null || (counts?.[entity] ?? 0) === 0}
              onChange={({ currentTarget: { checked } }) =>
                setLeft(
                  (now) => new Set(checked ? [...now].filter((one) => one !== entity) : [...now, entity]),
                )
              }
            />
          ))}
      </Group>
      <Select
        {...(given ? { 'data-autofocus': true } : {})}
        {...select}
        mt="sm"
        label="To"
        placeholder="Who has them from now on"
        data={people.to.filter(({ value }) => value !== from)}
        value={to}
        onChange={setTo}
        openOnFocus={false}
        selectFirstOptionOnChange
        disabled={running !== null}
        comboboxProps={CLOSED}
      />
      {running !== null && (
        <>
          <Progress
            mt="md"
            value={(progress.done / Math.max(1, progress.total)) * 100}
            aria-label="Records that have been handed over"
          />
          <Text size="sm" mt={4} role="status">
            {formatNumber(progress.done)} of {formatNumber(progress.total)}
          </Text>
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={running !== null} onClick={() => setOpened(false)}>
          Cancel
        </Button>
        <Button disabled={!isReady} loading={running !== null} onClick={() => void handOver()}>
          Hand over
        </Button>
      </Group>
    </Modal>
  );
}

const CLOSED = { transitionProps: { duration: 0 } } as const;

/** Who may have them, and beside these who has left and may still have some. */
function usePeople(
  given: HandOverDialogProps['from'],
): Record<'from' | 'to', { value: string; label: string }[]> {
  const { data = [] } = useQuery({
    queryKey: ['people of leads'],
    queryFn: () =>
      bridge.call('records.choices', { entity: 'user', filter: { roleName: LEAD_ROLES }, limit: MOST }),
    staleTime: 0,
  });
  const from = data.map(({ _id, title, record }) => ({
    value: _id,
    label: record['isActive'] === false ? `${title} (not active)` : title,
  }));
  const isMissing = given && !data.some(({ _id }) => _id === given._id);
  return {
    from: isMissing ? [...from, { value: given._id, label: given.name }] : from,
    to: data
      .filter(({ record }) => record['isActive'] !== false)
      .map(({ _id, title }) => ({ value: _id, label: title })),
  };
}

/** How much is the person's; undefined until it is known. */
function useCounts(from: string | null): Record<OwnedEntity, number> | undefined {
  const query = useQuery({
    queryKey: ['what is whose', from],
    enabled: from !== null,
    queryFn: async () => {
      const [candidate = 0, inquiry = 0] = await Promise.all(
        ENTITIES.map(async ([entity, list]) => {
          const filter = { [OWNER_FIELD[entity]]: from ?? '' };
          return (await bridge.call('records.count', { entity, list, filter })).total;
        }),
      );
      return { candidate, inquiry };
    },
    staleTime: 0,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if ((entity === 'candidate' || entity === 'inquiry') && from !== null) void query.refetch();
  });
  return query.data;
}

function handedText(handed: Record<OwnedEntity, number>): string {
  return ENTITIES.flatMap(([entity]) =>
    handed[entity] > 0 ? [counted(entityOf(entity), handed[entity])] : [],
  ).join(' and ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

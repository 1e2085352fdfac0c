import { OWNER_FIELD, type OwnedEntity } from '#shared/access/leads.ts';
import { counted } from '#shared/format/counted.ts';
import { entityOf } from '#shared/model/entities.ts';
import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useLateOpening } from '../use-late-opening.ts';
import { ENTITIES, usePeopleOfLeads } from './people-of-leads.ts';
import { SearchedSelect } from '../record-form/inputs/searched-select.tsx';
import { useHandOver } from './use-hand-over.tsx';

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
  const { running, progress, handOver } = useHandOver();
  const people = usePeopleOfLeads(given);
  const counts = useCounts(from);
  const entities = ENTITIES.map(([entity]) => entity).filter(
    (entity) => !left.has(entity) && (counts?.[entity] ?? 0) > 0,
  );
  const receiver = people.to.find(({ value }) => value === to && value !== from);
  const isReady = from !== null && receiver !== undefined && entities.length > 0;
  const apply = (): void => {
    if (isReady) void handOver(receiver, { from, entities }, () => setOpened(false));
  };

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!running) setOpened(false);
      }}
      onExitTransitionEnd={onClose}
      title="Hand over"
      centered
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
    >
      <SearchedSelect
        {...(given ? {} : { 'data-autofocus': true })}
        label="From"
        placeholder="Whose candidates and inquiries"
        data={people.from}
        value={from}
        onChange={setFrom}
        selectFirstOptionOnDropdownOpen
        disabled={running}
      />
      <Group mt="sm" gap="lg" mih={26}>
        {from !== null &&
          ENTITIES.map(([entity]) => (
            <Checkbox
              key={entity}
              label={counts ? capital(counted(entityOf(entity), counts[entity])) : entityOf(entity).plural}
              checked={!left.has(entity) && (counts?.[entity] ?? 0) > 0}
              disabled={running || (counts?.[entity] ?? 0) === 0}
              onChange={({ currentTarget: { checked } }) =>
                setLeft(
                  (now) => new Set(checked ? [...now].filter((one) => one !== entity) : [...now, entity]),
                )
              }
            />
          ))}
      </Group>
      <SearchedSelect
        {...(given ? { 'data-autofocus': true } : {})}
        mt="sm"
        label="To"
        placeholder="Who has them from now on"
        data={people.to.filter(({ value }) => value !== from)}
        value={to}
        onChange={setTo}
        selectFirstOptionOnDropdownOpen
        disabled={running}
      />
      {progress}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={running} onClick={() => setOpened(false)}>
          Cancel
        </Button>
        <Button disabled={!isReady} loading={running} onClick={apply}>
          Hand over
        </Button>
      </Group>
    </Modal>
  );
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

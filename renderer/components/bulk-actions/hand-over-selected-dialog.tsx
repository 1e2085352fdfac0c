import type { OwnedEntity } from '#shared/access/leads.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLateOpening } from '../use-late-opening.ts';
import { usePeopleOfLeads } from '../whose/people-of-leads.ts';
import { useHandOver } from '../whose/use-hand-over.tsx';
import type { SelectedRows } from './bulk-action.ts';
import { SearchedSelect } from '../record-form/inputs/searched-select.tsx';
import { recordsText } from './many-wording.ts';

/** Gives the selected candidates or inquiries to a person. */
export function HandOverSelectedDialog({
  rows,
  onClose,
}: {
  rows: SelectedRows;
  onClose: () => void;
}): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [to, setTo] = useState<string | null>(null);
  const { running, progress, handOver } = useHandOver();
  const people = usePeopleOfLeads(null).to;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const receiver = people.find(({ value }) => value === to);
    if (!receiver) return;
    const { query, picked } = rows.asked;
    const selected = { picked, query: { ...query, entity: rows.entity as OwnedEntity } };
    void handOver(receiver, { selected }, () => setOpened(false));
  };

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!running) setOpened(false);
      }}
      onExitTransitionEnd={onClose}
      title={`Hand over ${recordsText(rows.entity, rows.count ?? 0)}`}
      centered
      size={440}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <SearchedSelect
          data-autofocus
          label="To"
          placeholder="Who has them from now on"
          data={people}
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
          <Button type="submit" disabled={to === null} loading={running}>
            Hand over
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

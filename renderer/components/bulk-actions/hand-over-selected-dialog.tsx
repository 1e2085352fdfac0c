import type { OwnedEntity } from '#shared/access/leads.ts';
import { Button, Group, Modal, Select } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../changes/undo.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { handedText, usePeopleOfLeads } from '../whose/people-of-leads.ts';
import type { SelectedRows } from './bulk-action.ts';
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
  const [running, setRunning] = useState(false);
  const started = useRef(false);
  const people = usePeopleOfLeads(null).to;

  const handOver = async (): Promise<void> => {
    if (to === null || started.current) return;
    started.current = true;
    setRunning(true);
    const { query, picked } = rows.asked;
    const selected = { picked, query: { ...query, entity: rows.entity as OwnedEntity } };
    try {
      const { handed, set } = await bridge.call('records.handOver', {
        id: crypto.randomUUID(),
        to,
        of: { selected },
      });
      const name = people.find(({ value }) => value === to)?.label ?? '';
      if (set === null) showToast({ title: 'Nothing to hand over', color: 'gray' });
      else showDone({ title: 'Handed over', message: `${handedText(handed)} to ${name}.` }, set);
      setOpened(false);
    } catch (error) {
      showFailure('Failed to hand over', error, handOver);
    } finally {
      started.current = false;
      setRunning(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void handOver();
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
        <Select
          data-autofocus
          label="To"
          placeholder="Who has them from now on"
          data={people}
          value={to}
          onChange={setTo}
          searchable
          allowDeselect={false}
          openOnFocus={false}
          selectFirstOptionOnChange
          nothingFoundMessage="Nothing found"
          disabled={running}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
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

import { ERASURE_MONTHS } from '#shared/model/office-setting.ts';
import { Button, Group, Loader, Modal, Select, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../changes/undo.ts';
import { showFailure } from '../messages/messages.tsx';
import { LeavingLink } from '../record-form/leaving-link.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { useErasureMonths } from './use-erasure-months.ts';

const NEVER = 'never';
const CHOICES = [
  { value: NEVER, label: 'Never' },
  ...ERASURE_MONTHS.map((months) => ({ value: months, label: `After ${months} months` })),
];

/** Decides for the office when inquiries without contact are proposed for erasure, for a Super Admin (decision 34). */
export function ErasureSettingDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const months = useErasureMonths();
  const [chosen, setChosen] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const value = chosen ?? months ?? NEVER;

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const given = ERASURE_MONTHS.find((each) => each === value) ?? null;
      const { set } = await bridge.call('erasure.setMonths', { months: given });
      const message =
        given === null
          ? 'No inquiries are proposed for erasure.'
          : `Inquiries are proposed for erasure after ${given} months without contact.`;
      if (set !== null) showDone({ title: 'Saved', message }, set);
      setOpened(false);
    } catch (error) {
      showFailure('Failed to save when inquiries are proposed for erasure', error, save);
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
      title="When inquiries are proposed for erasure"
      centered
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" mb="md">
        Inquiries that nobody has changed, called or written to for so long, and that did not enrol, are
        listed for Super Admins. Nothing is erased by itself.
      </Text>
      {months === undefined ? (
        <Loader size="sm" />
      ) : (
        <Select
          data-autofocus
          label="Without contact"
          data={CHOICES}
          value={value}
          allowDeselect={false}
          onChange={setChosen}
          disabled={saving}
        />
      )}
      {typeof months === 'string' && (
        <Text size="sm" mt="sm">
          <LeavingLink to="/erasure" what="the form" onLeave={() => setOpened(false)}>
            Show who is proposed for erasure
          </LeavingLink>
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={saving} onClick={() => setOpened(false)}>
          Cancel
        </Button>
        <Button loading={saving} disabled={months === undefined} onClick={() => void save()}>
          Save
        </Button>
      </Group>
    </Modal>
  );
}

import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { maySet } from '#shared/access/permissions.ts';
import { savedView, VIEW_ROLES } from '#shared/model/saved-view.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useRole } from '../../stores/session.ts';
import { useLateOpening } from '../use-late-opening.ts';
import type { ViewNaming } from './save-view.ts';
import type { View } from './use-saved-views.ts';

interface SaveViewDialogProps {
  /** The view that gets another name; null for a new one. */
  view: View | null;
  /** A name to begin with. */
  proposed: string;
  /** Names of the user's other views of the list: two alike could not be told apart. */
  taken: readonly string[];
  /** Resolves to whether it is saved; failures are shown by it. */
  onSave: (naming: ViewNaming) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the name of a view and, where the role may, whom it is shared with. */
export function SaveViewDialog({ view, proposed, taken, onSave, onClose }: SaveViewDialogProps): ReactNode {
  const role = useRole();
  const [opened, setOpened] = useLateOpening();
  const [name, setName] = useState(view?.name ?? proposed);
  const [shared, setShared] = useState<readonly string[]>(view?.sharedWith ?? []);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const mayShare = maySet(savedView, role, 'sharedWith');

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving) return;
    if (name.trim() === '') return setError('Give the view a name.');
    if (taken.includes(name.trim())) return setError('You have a view of that name. Give this one another.');
    setSaving(true);
    const done = await onSave({ name: name.trim(), ...(mayShare ? { sharedWith: [...shared] } : {}) });
    setSaving(false);
    if (done) setOpened(false);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title={view ? 'Rename or share' : 'Save view'}
      centered
      size={420}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={60}
          autoComplete="off"
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
        />
        {mayShare && (
          <Checkbox.Group
            mt="md"
            label="Shared with"
            description="They see the view and cannot change it. Each sees in it what their role may see."
            value={[...shared]}
            onChange={setShared}
          >
            <Group mt="xs" gap="md">
              {VIEW_ROLES.map((each) => (
                <Checkbox key={each} value={each} label={each} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={() => setOpened(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            {view ? 'Save' : 'Save view'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

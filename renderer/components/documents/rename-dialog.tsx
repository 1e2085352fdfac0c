import { DOCUMENT_KINDS } from '#shared/model/document.ts';
import type { DocumentEntry } from '#shared/protocol/document-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { Alert, Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../changes/undo.ts';
import { FirstFocus } from '../keyboard/first-focus.tsx';
import { sentenceOf } from '../messages/messages.tsx';
import { useErased } from '../persons/use-erased.ts';
import { askToDiscard } from '../record-form/unsaved-changes.ts';
import { useLateOpening } from '../use-late-opening.ts';
import classes from './documents.module.css';
import { DOCUMENT_LAYER } from './layer.ts';

/** Gives a document another name or kind; its content stays what it is. */
export function RenameDialog({ entry, onClose }: { entry: DocumentEntry; onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [name, setName] = useState(entry.name);
  const [kind, setKind] = useState(entry.kind);
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [nameError, setNameError] = useState<string | null>(null);
  const changes = {
    ...(name.trim() === entry.name ? {} : { name: name.trim() }),
    ...(kind === entry.kind ? {} : { kind }),
  };
  const isChanged = Object.keys(changes).length > 0;
  useErased('document', entry._id, () => setOpened(false));
  const close = async (): Promise<void> => {
    if (saving || (isChanged && !(await askToDiscard('this document')))) return;
    setOpened(false);
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving) return;
    if (!isChanged) return setOpened(false);
    if (name.trim() === '') return setNameError('Write a name.');
    setSaving(true);
    setRefusal(null);
    try {
      const { set } = await bridge.call('records.save', {
        entity: 'document',
        id: entry._id,
        base: entry.base,
        changes,
        seen: { name: entry.name, kind: entry.kind },
      });
      showDone({ title: 'Document updated', message: name.trim() }, set);
      setOpened(false);
    } catch (error) {
      const fields = error instanceof PlainError ? (error.fields ?? []) : [];
      const ofName = fields.find(({ field }) => field === 'name');
      if (ofName) setNameError(ofName.message);
      else setRefusal(sentenceOf(error, 'It was not saved. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      onExitTransitionEnd={onClose}
      closeOnClickOutside={false}
      size={520}
      zIndex={DOCUMENT_LAYER}
      title="Edit document"
    >
      <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
        <FirstFocus />
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={name}
          error={nameError}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setNameError(null);
          }}
        />
        <Select
          label="Kind"
          data={DOCUMENT_KINDS}
          value={kind}
          allowDeselect={false}
          comboboxProps={{ zIndex: DOCUMENT_LAYER + 1 }}
          onChange={(value) => setKind(DOCUMENT_KINDS.find((each) => each === value) ?? kind)}
        />
        {refusal !== null && (
          <Alert role="alert" color="red" title="It was not saved">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

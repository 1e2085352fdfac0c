import { Alert, Button, Group, List, Modal, Textarea, TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { DataSubject } from '#shared/access/persons.ts';
import { entityOf } from '#shared/model/entities.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { isFocusLost } from '../keyboard/keep-focus.ts';

interface EraseDialogProps {
  entity: DataSubject;
  id: string;
  /** As the heading has it; '' where there is none. */
  name: string;
  /** Called once the dialog is out of the way. */
  onClose: () => void;
}

/** The view below listens for Escape on the window; this attribute of the library keeps the key from it. */
const keepEscape = { 'data-mantine-stop-propagation': 'true' } as const;

/** Asks for the name and the reason, and erases a person for ever (decision 33). */
export function EraseDialog({ entity, id, name, onClose }: EraseDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<{ field: string | null; message: string } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // While it runs nothing in the dialog can have the focus.
  useEffect(() => {
    if (failure?.field === null && isFocusLost()) button.current?.focus();
  }, [failure]);
  const called = name === '' ? entityOf(entity).label : name;
  const isReady = normaliseText(typed) === normaliseText(called) && reason.trim().length > 2;
  const close = (): void => {
    if (!running) setOpened(false);
  };
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !event.isComposing && opened) close();
    },
    { capture: true },
  );

  const erase = async (): Promise<void> => {
    if (!isReady || running) return;
    setRunning(true);
    setFailure(null);
    try {
      await bridge.call('persons.erase', { entity, id, reason: reason.trim(), name: typed });
      setOpened(false);
    } catch (error) {
      const field = error instanceof PlainError ? (error.fields?.[0]?.field ?? null) : null;
      setFailure({ field, message: sentenceOf(error, 'The person could not be erased.') });
    } finally {
      setRunning(false);
    }
  };
  const failureOf = (field: string): string | null => (failure?.field === field ? failure.message : null);

  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClose}
      title={`Erase ${called}`}
      centered
      size={520}
      closeButtonProps={{ ...keepEscape, 'aria-label': 'Close' }}
      closeOnEscape={false}
      closeOnClickOutside={false}
      {...keepEscape}
      // What is typed here is not for the dialog below. Tab is left to the library, which keeps the focus in the dialog.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Tab') event.stopPropagation();
      }}
    >
      <Alert color="red" title="This cannot be undone" mb="sm">
        <List size="sm" spacing={2}>
          <List.Item>
            Every record of this person goes, with history, calls, notes, documents and pictures.
          </List.Item>
          <List.Item>It goes from every desk at its next contact, with changes that wait there.</List.Item>
          <List.Item>For the accounts, fee, payments and course stay without the name.</List.Item>
          <List.Item>
            What was exported, printed or sent is not reached. Older backups are cleared when restored.
          </List.Item>
        </List>
      </Alert>
      <Textarea
        {...keepEscape}
        data-autofocus
        label="Reason"
        description="It stays in the audit log: say it without the name"
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={failureOf('reason')}
        disabled={running}
      />
      <TextInput
        {...keepEscape}
        mt="sm"
        label="Name"
        description={`Type ${called}`}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={failureOf('name')}
        disabled={running}
      />
      {failure && failure.field !== 'name' && failure.field !== 'reason' && (
        <Alert role="alert" color="red" mt="sm">
          {failure.message}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button {...keepEscape} variant="default" disabled={running} onClick={close}>
          Cancel
        </Button>
        <Button
          {...keepEscape}
          ref={button}
          color="red"
          disabled={!isReady}
          loading={running}
          onClick={() => void erase()}
        >
          Erase for ever
        </Button>
      </Group>
    </Modal>
  );
}

import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { PASSWORD_LENGTH } from '#shared/model/password-rules.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useUser } from '../../stores/session.ts';
import { useIsOffline } from '../../stores/sync.ts';
import { sentenceOf, showToast } from '../messages/messages.tsx';
import { passwordToggle } from '../people/password-toggle.tsx';
import { requiredMark } from '../record-form/required-mark.ts';
import { roomFor } from '../record-form/room.ts';
import { useLateOpening } from '../use-late-opening.ts';
import classes from './own-details.module.css';
import { PASSWORD_HINT, passwordEntryProblems, type PasswordEntry } from './new-password.ts';
import { useDevicesAgain } from './use-devices-again.ts';

/** Why a password cannot be set or shown just now (decision 5). */
export const PASSWORDS_NEED_SERVER = 'Passwords are kept on the server only. Connect first.';

/** The dialog below listens for Escape on the window; this attribute of the library keeps the key from it. */
const keepEscape = { 'data-mantine-stop-propagation': 'true' } as const;

const toggles = {
  current: passwordToggle('present password', keepEscape),
  next: passwordToggle('new password', keepEscape),
  repeated: passwordToggle('repeated password', keepEscape),
};

const empty: PasswordEntry = { current: '', next: '', repeated: '' };

interface PasswordDialogProps {
  userId: string;
  name: string;
  onClose: () => void;
}

/** Sets a password: one's own with the present one, another's as Super Admin. Lies over the dialog that opened it. */
export function PasswordDialog({ userId, name, onClose }: PasswordDialogProps): ReactNode {
  const own = useUser()._id === userId;
  const offline = useIsOffline();
  const devicesAgain = useDevicesAgain();
  const [opened, setOpened] = useLateOpening();
  const [entry, setEntry] = useState(empty);
  const [problems, setProblems] = useState<ReturnType<typeof passwordEntryProblems>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    if (!busy) setOpened(false);
  };
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing && opened) close();
  });

  const send = async (): Promise<void> => {
    const found = passwordEntryProblems(entry, own, { name });
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0 || offline || busy) return;
    setBusy(true);
    try {
      await bridge.call('password.set', {
        userId,
        password: entry.next,
        ...(own ? { currentPassword: entry.current } : {}),
      });
      showToast({ title: own ? 'Password changed' : 'Password set', message: `For the account of ${name}.` });
      devicesAgain(userId);
      setOpened(false);
    } catch (error) {
      const issue = error instanceof PlainError ? error.fields?.[0] : undefined;
      if (issue?.field === 'currentPassword') setProblems({ current: issue.message });
      else if (issue?.field === 'password') setProblems({ next: issue.message });
      else setFailure(sentenceOf(error, 'Something went wrong.'));
    } finally {
      setBusy(false);
    }
  };

  const line = (
    field: keyof PasswordEntry,
    label: string,
    autoComplete: string,
    hint?: string,
  ): ReactNode => (
    <PasswordInput
      {...keepEscape}
      label={label}
      autoComplete={autoComplete}
      data-autofocus={field === (own ? 'current' : 'next') || undefined}
      maxLength={roomFor(PASSWORD_LENGTH.most)}
      {...requiredMark(true)}
      aria-required
      value={entry[field]}
      error={problems[field]}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...toggles[field]}
      onChange={(event) => {
        const value = event.currentTarget.value;
        setEntry((now) => ({ ...now, [field]: value }));
      }}
    />
  );

  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size="sm"
      zIndex={300}
      title={own ? 'Change password' : 'Set a new password'}
      closeButtonProps={{ ...keepEscape, 'aria-label': 'Close' }}
      // Ctrl+S would save the form below.
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) event.stopPropagation();
      }}
      {...keepEscape}
    >
      <form
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          event.stopPropagation();
          void send();
        }}
      >
        <Stack gap="sm" className={classes.passwordFields}>
          <Text size="sm">
            {own
              ? 'You stay signed in here and are signed out everywhere else.'
              : `${name} is signed out, and signs in with the new password from now on.`}
          </Text>
          {own && line('current', 'Present password', 'current-password')}
          {line('next', 'New password', 'new-password', PASSWORD_HINT)}
          {line('repeated', 'Repeat new password', 'new-password')}
          {failure !== null && (
            <Alert role="alert" color="red" title="The password was not set">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            {offline && (
              <Text size="xs" c="dimmed" flex={1}>
                {PASSWORDS_NEED_SERVER}
              </Text>
            )}
            <Button {...keepEscape} variant="default" onClick={close}>
              Cancel
            </Button>
            <Button {...keepEscape} type="submit" loading={busy} disabled={offline}>
              Set password
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

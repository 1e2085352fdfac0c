import {
  Alert,
  Button,
  Checkbox,
  Group,
  Loader,
  Modal,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import {
  LOCK_AFTER_MINUTES,
  REMINDER_KINDS,
  type DesktopSettings,
  type ReminderKind,
} from '#shared/window/desktop-settings.ts';
import type { DesktopChoices } from '#shared/protocol/desktop-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { FirstFocus } from '../keyboard/first-focus.tsx';
import { sentenceOf, showFailure, showToast } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';

const KINDS: Readonly<Record<ReminderKind, string>> = {
  calls: 'Follow-up calls',
  interviews: 'Interviews, 10 minutes before',
  payments: 'Payments that were promised',
};

const NEVER = 'never';
const LOCKS = [
  { value: NEVER, label: 'Never' },
  ...LOCK_AFTER_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
];

/** What the desktop application does by itself for this user on this PC: reminders, tray, start and lock. */
export function NotificationSettingsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const { data, error } = useQuery({
    queryKey: ['desktop'],
    queryFn: () => bridge.call('desktop.get', {}),
    // What is being chosen does not change under the hand.
    staleTime: Infinity,
    gcTime: 0,
  });
  const close = (): void => setOpened(false);
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClose}
      title="Notifications"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FirstFocus />
      {data === undefined && !error && <Loader size="sm" role="status" aria-label="Loading" />}
      {error && <Alert color="red">{sentenceOf(error, 'The settings could not be read. Try again.')}</Alert>}
      {data === null && <InBrowser onClose={close} />}
      {data && <Settings choices={data} onClose={close} />}
    </Modal>
  );
}

function InBrowser({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <>
      <Text size="sm">
        Notifications, the icon in the tray, the start at login and the lock are of the desktop application.
        In a browser there are none: what is due stands on Today.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  );
}

function Settings({ choices, onClose }: { choices: DesktopChoices; onClose: () => void }): ReactNode {
  const [settings, setSettings] = useState(choices.settings);
  const [startAtLogin, setStartAtLogin] = useState(choices.startAtLogin);
  const [saving, setSaving] = useState(false);
  const { kinds, quiet, tray, lockAfter } = settings;
  const change = (changes: Partial<DesktopSettings>): void =>
    setSettings((before) => ({ ...before, ...changes }));
  const changeQuiet = (changes: Partial<DesktopSettings['quiet']>): void =>
    change({ quiet: { ...quiet, ...changes } });
  const isComplete = quiet.from !== '' && quiet.to !== '';

  const save = async (): Promise<void> => {
    if (!isComplete || saving) return;
    setSaving(true);
    try {
      const isAnother = startAtLogin !== choices.startAtLogin;
      await bridge.call('desktop.set', { settings, startAtLogin: isAnother ? startAtLogin : null });
      showToast({ title: 'Saved', message: 'This is so for you on this computer.' });
      onClose();
    } catch (failure) {
      showFailure('The settings could not be saved', failure, save);
    } finally {
      setSaving(false);
    }
  };

  return (
    <form
      aria-label="Notifications"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="lg">
        <Stack component="fieldset" gap="xs" m={0} p={0} bd={0}>
          <Text component="legend" fw={600} mb={4}>
            Tell me what falls due
          </Text>
          {REMINDER_KINDS.map((kind, index) => (
            <Switch
              key={kind}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              label={KINDS[kind]}
              checked={kinds[kind]}
              onChange={(event) => change({ kinds: { ...kinds, [kind]: event.currentTarget.checked } })}
            />
          ))}
          <Text size="xs" c="dimmed">
            Your own, each once on this computer, also without a network.
          </Text>
        </Stack>
        <Stack component="fieldset" gap="xs" m={0} p={0} bd={0}>
          <Text component="legend" fw={600} mb={4}>
            Quiet hours
          </Text>
          <Switch
            label="Tell me nothing in these hours, but after them"
            checked={quiet.on}
            onChange={(event) => changeQuiet({ on: event.currentTarget.checked })}
          />
          <Group align="flex-end" gap="md">
            <TextInput
              type="time"
              label="From"
              disabled={!quiet.on}
              value={quiet.from}
              error={quiet.from === '' && 'Enter a time'}
              onChange={(event) => changeQuiet({ from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label="Until"
              disabled={!quiet.on}
              value={quiet.to}
              error={quiet.to === '' && 'Enter a time'}
              onChange={(event) => changeQuiet({ to: event.currentTarget.value })}
            />
            <Checkbox
              label="All of Sunday"
              mb={8}
              disabled={!quiet.on}
              checked={quiet.sundays}
              onChange={(event) => changeQuiet({ sundays: event.currentTarget.checked })}
            />
          </Group>
        </Stack>
        <Stack component="fieldset" gap="xs" m={0} p={0} bd={0}>
          <Text component="legend" fw={600} mb={4}>
            This computer
          </Text>
          <Switch
            label="Icon in the tray"
            description="The application goes on when its last window is closed."
            checked={tray}
            onChange={(event) => change({ tray: event.currentTarget.checked })}
          />
          <Switch
            label="Start at login"
            {...(startAtLogin === null ? { description: 'Only once the application is installed.' } : {})}
            disabled={startAtLogin === null}
            checked={startAtLogin ?? false}
            onChange={(event) => setStartAtLogin(event.currentTarget.checked)}
          />
          <Select
            label="Lock when nobody has touched this computer for"
            description="And when its screen is locked. Your password opens it again."
            data={LOCKS}
            value={lockAfter === null ? NEVER : String(lockAfter)}
            allowDeselect={false}
            onChange={(value) =>
              change({ lockAfter: LOCK_AFTER_MINUTES.find((each) => String(each) === value) ?? null })
            }
          />
        </Stack>
      </Stack>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={saving} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={saving} disabled={!isComplete}>
          Save
        </Button>
      </Group>
    </form>
  );
}

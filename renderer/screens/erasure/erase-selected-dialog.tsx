import { formatNumber } from '#shared/format/numbers.ts';
import type { ProposedInquiry } from '#shared/protocol/erasure.ts';
import {
  Alert,
  Button,
  Group,
  List,
  Modal,
  Progress,
  ScrollArea,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { showError, showToast } from '../../components/messages/messages.tsx';
import { useLateOpening } from '../../components/use-late-opening.ts';
import { useErasing, type Erasing } from './use-erasing.ts';

interface EraseSelectedDialogProps {
  people: readonly ProposedInquiry[];
  /** Called with those of whom nothing is left. */
  onErased: (ids: readonly string[]) => void;
  /** Called once the dialog is out of the way. */
  onClose: () => void;
}

/** Above a list of so many pixels the dialog scrolls within itself. */
const HEIGHT = 200;

/** What became of an erasing that did not come to its end, a line for each who stays. */
const endedText = ({ erased, total, failure, left }: Erasing): string =>
  [
    `${formatNumber(erased.length)} of ${formatNumber(total)} were erased.${failure === null ? '' : ` ${failure}`}`,
    ...left.map(({ name, why }) => `${name}: ${why}`),
  ].join('\n');

/** Asks for the reason and for how many they are, erases people for ever, and tells who could not be. */
export function EraseSelectedDialog({ people, onErased, onClose }: EraseSelectedDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const { erasing, erase, stop } = useErasing();
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);
  const { running, total, done, erased, left, failure } = erasing;
  const count = String(people.length);
  const isReady = typed.trim() === count && reason.trim().length > 2;
  const ended = total > 0 && !running;
  const what = people.length === 1 ? 'one inquiry' : `${formatNumber(people.length)} inquiries`;

  const run = async (): Promise<void> => {
    if (!isReady || running) return;
    const result = await erase(people, reason.trim());
    onErased(result.erased);
    if (result.erased.length < people.length) {
      // The screen was left: it stands nowhere else.
      if (!mounted.current) showError(endedText(result));
      return;
    }
    const message =
      result.erased.length === 1
        ? 'One person was erased.'
        : `${formatNumber(result.erased.length)} people were erased.`;
    showToast({ title: 'Erased', message });
    setOpened(false);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!running) setOpened(false);
      }}
      onExitTransitionEnd={onClose}
      title={`Erase ${what}`}
      centered
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
    >
      {ended ? (
        <div role="status">
          <Text size="sm">
            {formatNumber(erased.length)} of {formatNumber(total)} were erased.
          </Text>
          {failure !== null && (
            <Alert color="red" mt="sm" title="It ended before all were erased">
              {failure}
            </Alert>
          )}
          {left.length > 0 && (
            <>
              <Text size="sm" fw={500} mt="sm">
                Not erased
              </Text>
              <ScrollArea.Autosize mah={HEIGHT}>
                <List size="sm" spacing={2}>
                  {left.map(({ name, why }, at) => (
                    <List.Item key={at}>
                      {name}: {why}
                    </List.Item>
                  ))}
                </List>
              </ScrollArea.Autosize>
            </>
          )}
        </div>
      ) : (
        <>
          <Alert color="red" title="This cannot be undone" mb="sm">
            <List size="sm" spacing={2}>
              <List.Item>
                Every record of these people goes, with history, calls, notes and website messages.
              </List.Item>
              <List.Item>
                It goes from every desk at its next contact, with changes that wait there.
              </List.Item>
              <List.Item>Who was heard of meanwhile, or is a candidate by now, stays and is told.</List.Item>
            </List>
          </Alert>
          <Textarea
            data-autofocus
            label="Reason"
            description="It stays in the audit log: say it without a name"
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            disabled={running}
          />
          <TextInput
            mt="sm"
            label="How many"
            description={`Type ${count}`}
            autoComplete="off"
            inputMode="numeric"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            disabled={running}
          />
          {running && (
            <div role="status">
              <Text size="sm" mt="md" mb={4}>
                {formatNumber(done)} of {formatNumber(total)}
              </Text>
              <Progress value={(100 * done) / total} size="sm" aria-label="Erasing" />
            </div>
          )}
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        {ended ? (
          <Button variant="default" onClick={() => setOpened(false)}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => (running ? stop() : setOpened(false))}>
              {running ? 'Stop' : 'Cancel'}
            </Button>
            <Button color="red" disabled={!isReady} loading={running} onClick={() => void run()}>
              Erase for ever
            </Button>
          </>
        )}
      </Group>
    </Modal>
  );
}

import { Button, Group, Modal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { answerPopup, closePopup, usePopups, type Popup } from './messages.tsx';

/** Above every other dialog and drawer: a popup is about what the user just did there. */
const POPUP_LAYER = 1_000;

/** A dialog below listens for Escape on the window; this attribute of the library keeps the key from it. */
const keepEscape = { 'data-mantine-stop-propagation': 'true' } as const;

/** Shows the popups of messages.tsx, one at a time, in the order they came. */
export function MessagesHost(): ReactNode {
  const popup = usePopups(({ open }) => open[0]);
  const [fading, setFading] = useState<number | null>(null);
  const opened = popup !== undefined && popup.id !== fading;

  const answer = (yes: boolean): void => {
    if (!opened) return;
    // It stays until it has faded; then the next one comes.
    setFading(popup.id);
    answerPopup(popup, yes);
  };
  useWindowEvent('keydown', (event) => {
    // The press that called the popup up is still on its way.
    const earlier = popup !== undefined && event.timeStamp <= popup.since;
    if (event.key === 'Escape' && !event.isComposing && !earlier) answer(false);
  });

  return (
    <Modal.Root
      opened={opened}
      onClose={() => answer(false)}
      onExitTransitionEnd={() => {
        if (fading !== null) closePopup(fading);
      }}
      closeOnEscape={false}
      centered
      size="sm"
      zIndex={POPUP_LAYER}
      transitionProps={{ transition: 'fade', duration: 100 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content {...keepEscape}>
        <Modal.Header pb={0}>
          <Modal.Title fz="lg" fw={600}>
            {popup?.title}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{popup?.message}</Text>
          {popup?.kind === 'error' && popup.times > 1 && (
            <Text size="sm" c="dimmed" mt="xs">
              Tried {popup.times} times.
            </Text>
          )}
          <Group justify="flex-end" mt="lg" gap="sm">
            {popup && <Answers key={popup.id} popup={popup} answer={answer} />}
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons of a popup; the one that Enter presses has the focus. */
function Answers({ popup, answer }: { popup: Popup; answer: (yes: boolean) => void }): ReactNode {
  const no = popup.kind === 'confirm' ? (popup.cancelLabel ?? 'Cancel') : 'OK';
  const yes = popup.kind === 'confirm' ? popup.confirmLabel : popup.retries.length > 0 ? 'Retry' : null;
  const danger = popup.kind === 'confirm' && popup.danger === true;
  const noFirst = yes === null || (popup.kind === 'confirm' && popup.cancelFirst === true);
  return (
    <>
      <Button
        {...keepEscape}
        data-autofocus={noFirst || undefined}
        {...(yes === null ? {} : { variant: 'default' })}
        onClick={() => answer(false)}
      >
        {no}
      </Button>
      {yes !== null && (
        <Button
          {...keepEscape}
          data-autofocus={!noFirst || undefined}
          {...(danger ? { color: 'red' } : {})}
          onClick={() => answer(true)}
        >
          {yes}
        </Button>
      )}
    </>
  );
}

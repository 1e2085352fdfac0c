import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { closePopup, usePopups, type Popup } from './messages.tsx';

/** Above every other dialog and drawer: a popup is about what the user just did there. */
const POPUP_LAYER = 1_000;

/** Shows the popups of messages.tsx, one at a time, in the order they came. */
export function MessagesHost(): ReactNode {
  const popup = usePopups(({ open }) => open[0]);
  return popup ? <PopupDialog key={popup.id} popup={popup} /> : null;
}

function PopupDialog({ popup }: { popup: Popup }): ReactNode {
  const [opened, setOpened] = useState(false);
  const answered = useRef(false);
  // Opened one render later than mounted, so that the dialog notes where the focus was and gives it back.
  useEffect(() => setOpened(true), []);

  const answer = (yes: boolean): void => {
    if (answered.current) return;
    answered.current = true;
    setOpened(false);
    if (popup.kind === 'confirm') popup.answer(yes);
    else if (yes) popup.retry?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) answer(false);
  };
  // A dialog below listens for Escape on the window; this attribute of the library keeps the key from it.
  const own = { 'data-mantine-stop-propagation': 'true' } as const;

  return (
    <Modal.Root
      opened={opened}
      onClose={() => answer(false)}
      onExitTransitionEnd={() => closePopup(popup.id)}
      closeOnEscape={false}
      centered
      size="sm"
      zIndex={POPUP_LAYER}
      transitionProps={{ transition: 'fade', duration: 100 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content {...own} onKeyDown={onKeyDown}>
        <Modal.Header pb={0}>
          <Modal.Title fz="lg" fw={600}>
            {popup.title}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{popup.message}</Text>
          <Group justify="flex-end" mt="lg" gap="sm">
            {popup.kind === 'confirm' ? (
              <>
                <Button {...own} variant="default" onClick={() => answer(false)}>
                  {popup.cancelLabel ?? 'Cancel'}
                </Button>
                <Button
                  {...own}
                  data-autofocus
                  {...(popup.danger ? { color: 'red' } : {})}
                  onClick={() => answer(true)}
                >
                  {popup.confirmLabel}
                </Button>
              </>
            ) : (
              <>
                <Button
                  {...own}
                  data-autofocus={popup.retry ? undefined : true}
                  variant={popup.retry ? 'default' : 'filled'}
                  onClick={() => answer(false)}
                >
                  OK
                </Button>
                {popup.retry && (
                  <Button {...own} data-autofocus onClick={() => answer(true)}>
                    Retry
                  </Button>
                )}
              </>
            )}
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

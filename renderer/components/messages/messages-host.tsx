import { Button, Checkbox, Group, Modal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { giveFocusBack, openersNow } from '../record-form/form-focus.ts';
import { answerPopup, closePopup, usePopups, type Popup } from './messages.tsx';

/** Above every other dialog and drawer: a popup is about what the user just did there. */
const POPUP_LAYER = 1_000;

/** A dialog below listens for Escape on the window; this attribute of the library keeps the key from it. */
const keepEscape = { 'data-mantine-stop-propagation': 'true' } as const;

/** Shows the popups of messages.tsx, one at a time, in the order they came. */
export function MessagesHost(): ReactNode {
  const popup = usePopups(({ open }) => open[0]);
  const [answered, setAnswered] = useState<number | null>(null);
  const opened = popup !== undefined && popup.id !== answered;

  const answer = (yes: boolean): void => {
    if (!opened) return;
    // It goes first; then the next one comes.
    setAnswered(popup.id);
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
        if (answered !== null) closePopup(answered);
      }}
      closeOnEscape={false}
      centered
      size="sm"
      zIndex={POPUP_LAYER}
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
          {popup && <Answers key={popup.id} popup={popup} answer={answer} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons of a popup, under the option where it has one; the button that Enter presses has the focus. */
function Answers({ popup, answer }: { popup: Popup; answer: (yes: boolean) => void }): ReactNode {
  const no = popup.kind === 'confirm' ? (popup.cancelLabel ?? 'Cancel') : 'OK';
  const yes = popup.kind === 'confirm' ? popup.confirmLabel : popup.retries.length > 0 ? 'Retry' : null;
  const danger = popup.kind === 'confirm' && popup.danger === true;
  const noFirst = yes === null || (popup.kind === 'confirm' && popup.cancelFirst === true);
  const option = popup.kind === 'confirm' ? popup.option : undefined;
  const [ticked, setTicked] = useState(option?.ticked ?? false);
  useFocusBack();
  const confirmed = (): void => {
    option?.chosen(ticked);
    answer(true);
  };
  return (
    <>
      {option && (
        <Checkbox
          mt="md"
          label={option.label}
          description={option.description}
          checked={ticked}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
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
            onClick={confirmed}
          >
            {yes}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The focus is back as soon as the answer is given: the library returns it a moment later, and keys until then are nobody's. */
function useFocusBack(): void {
  useLayoutEffect(() => {
    const openers = openersNow();
    return () => giveFocusBack(openers);
  }, []);
}

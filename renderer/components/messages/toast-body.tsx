import { useLayoutEffect, useRef } from 'react';
import { Button, Group, Text } from '@mantine/core';

/** What is longer is scrolled, in pixels: the library would cut it at both ends. */
const LONGEST = 180;

interface ToastBodyProps {
  title: string;
  message: string | undefined;
  action: { label: string; run: () => void } | undefined;
}

/**
 * What a message says and offers. Whoever came to its buttons goes back to where they were as it goes, whichever way: the
 * next key would be nobody's otherwise.
 */
export function ToastBody({ title, message, action }: ToastBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const giveBack = useRef<() => void>(() => undefined);

  useLayoutEffect(() => {
    const whole = body.current?.closest<HTMLElement>('[role="status"]');
    if (!whole) return;
    let before: Element | null = null;
    const onFocusIn = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Element && !whole.contains(relatedTarget)) before = relatedTarget;
    };
    giveBack.current = () => {
      if (!whole.contains(document.activeElement)) return;
      const place = before?.isConnected ? before : document.getElementById('content');
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    };
    whole.addEventListener('focusin', onFocusIn);
    return () => {
      whole.removeEventListener('focusin', onFocusIn);
      giveBack.current();
    };
  }, []);

  const act = (): void => {
    giveBack.current();
    action?.run();
  };
  return (
    <Group ref={body} justify="space-between" wrap="nowrap" gap="md">
      {/* As one text it reads as the catalogue writes it: "Updated! Candidate updated successfully." */}
      <Text
        size="sm"
        lh="16px"
        mah={LONGEST}
        c="var(--mantine-color-text)"
        style={{ overflowWrap: 'anywhere', overflowY: 'auto' }}
      >
        <b>{title}</b> {message !== undefined && <bdi dir="ltr">{message}</bdi>}
      </Text>
      {action && (
        <Button size="compact-sm" variant="light" flex="none" onClick={act}>
          {action.label}
        </Button>
      )}
    </Group>
  );
}

import { Center, Loader, Transition } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

/** A wait shorter than this shows nothing (style: every wait over 300 ms shows progress). */
const QUIET_MS = 300;

/** Fills the place of a page or a screen while it loads. */
export function Starting({ label = 'Starting' }: { label?: string }): ReactNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Transition mounted={shown} transition="fade" duration={150}>
      {(style) => (
        <Center h="100%" mih={160} style={style} role="status" aria-label={label}>
          <Loader />
        </Center>
      )}
    </Transition>
  );
}

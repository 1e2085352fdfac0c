import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useMessaging } from './asked-message.ts';

const MessageDialog = lazy(async () => ({ default: (await import('./message-dialog.tsx')).MessageDialog }));

const putAway = (): void => useMessaging.setState({ open: null });

/** Shows the dialog of asked-message.ts, over whatever asked for it. */
export function MessageHost(): ReactNode {
  const open = useMessaging((messaging) => messaging.open);
  // What was open for one who has signed out is not for the next.
  useEffect(() => putAway, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <MessageDialog key={open.id} person={open} onClose={putAway} />
    </Suspense>
  );
}

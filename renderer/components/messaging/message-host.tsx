import { useEffect, type ReactNode } from 'react';
import { loadedLater } from '../loaded-later.tsx';
import { useMessaging } from './asked-message.ts';

const MessageDialog = loadedLater(async () => (await import('./message-dialog.tsx')).MessageDialog);

const putAway = (): void => useMessaging.setState({ open: null });

/** Shows the dialog of asked-message.ts, over whatever asked for it. */
export function MessageHost(): ReactNode {
  const open = useMessaging((messaging) => messaging.open);
  // What was open for one who has signed out is not for the next.
  useEffect(() => putAway, []);
  if (!open) return null;
  return <MessageDialog key={open.person.id} {...open} onClose={putAway} />;
}

import { useEffect, type ReactNode } from 'react';
import { LogCallDialog } from './log-call-dialog.tsx';
import { useLogging } from './log-call.ts';

const putAway = (): void => useLogging.setState({ open: null });
const forget = (): void => useLogging.setState({ open: null, logged: null });

/** Shows the dialog of log-call.ts, over whatever asked for it. */
export function LogCallHost(): ReactNode {
  const open = useLogging((logging) => logging.open);
  // What was open for one who has signed out is not for the next.
  useEffect(() => forget, []);
  return open && <LogCallDialog logging={open} onClose={putAway} />;
}

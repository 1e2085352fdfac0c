import type { Events } from '#shared/protocol/bridge.ts';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { ProgressNote } from '../progress-note/progress-note.tsx';
import { showMany } from './run-many.ts';

/** How far a change of many records is, on whichever screen, with the way to stop it; and in the end what came of it. */
export function ManyHost(): ReactNode {
  const [running, setRunning] = useState<Events['many'] | null>(null);
  const [stopping, setStopping] = useState(false);
  useBridgeEvent('many', setRunning);
  useBridgeEvent('manyDone', ({ result }) => {
    setRunning(null);
    setStopping(false);
    if (result) showMany(result);
  });
  if (!running) return null;
  const { id, title, done, total } = running;
  const stop = (): void => {
    setStopping(true);
    bridge.call('records.stopMany', { id }).catch(() => setStopping(false));
  };
  return (
    <ProgressNote
      label="Change of many records"
      title={title}
      done={done}
      total={total}
      stopping={stopping}
      onStop={stop}
    />
  );
}

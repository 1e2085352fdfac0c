import { Button, Progress, Text } from '@mantine/core';
import type { Events } from '#shared/protocol/bridge.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import classes from './bulk-actions.module.css';
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
    <section className={classes.progress} aria-label="Change of many records">
      <Text size="sm" fw={500} lineClamp={2}>
        {title}
      </Text>
      <Progress value={(done / Math.max(1, total)) * 100} aria-label="Records that are done" />
      <div className={classes.progressLine}>
        <Text size="sm" c="dimmed">
          {formatNumber(done)} of {formatNumber(total)}
        </Text>
        <Button size="compact-sm" variant="default" disabled={stopping} onClick={stop}>
          Stop
        </Button>
      </div>
    </section>
  );
}

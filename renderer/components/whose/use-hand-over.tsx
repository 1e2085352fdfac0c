import { formatNumber } from '#shared/format/numbers.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { Progress, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { showDone } from '../changes/undo.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import { handedText } from './people-of-leads.ts';

interface HandOver {
  running: boolean;
  /** How far it is, while it runs. */
  progress: ReactNode;
  /** Hands over and says what came of it, with Undo; `onDone` is not called where it failed. A second press does nothing. */
  handOver: (
    to: { value: string; label: string },
    of: Params<'records.handOver'>['of'],
    onDone: () => void,
  ) => Promise<void>;
}

/** Gives records to a person, for each dialog that asks for it. */
export function useHandOver(): HandOver {
  const [running, setRunning] = useState<string | null>(null);
  const [{ done, total }, setProgress] = useState({ done: 0, total: 1 });
  useBridgeEvent('move', ({ id, ...now }) => {
    if (id === running) setProgress(now);
  });
  const handOver: HandOver['handOver'] = async (to, of, onDone) => {
    if (running !== null) return;
    const id = crypto.randomUUID();
    setProgress({ done: 0, total: 1 });
    setRunning(id);
    try {
      const { handed, set } = await bridge.call('records.handOver', { id, to: to.value, of });
      if (set === null) showToast({ title: 'Nothing to hand over', color: 'gray' });
      else showDone({ title: 'Handed over', message: `${handedText(handed)} to ${to.label}.` }, set);
      onDone();
    } catch (error) {
      showFailure('Failed to hand over', error, () => handOver(to, of, onDone));
    } finally {
      setRunning(null);
    }
  };
  const progress = running !== null && (
    <>
      <Progress
        mt="md"
        value={(done / Math.max(1, total)) * 100}
        aria-label="Records that have been handed over"
      />
      <Text size="sm" mt={4} role="status">
        {formatNumber(done)} of {formatNumber(total)}
      </Text>
    </>
  );
  return { running: running !== null, progress, handOver };
}

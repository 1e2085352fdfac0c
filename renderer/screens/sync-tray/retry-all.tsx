import { formatNumber } from '#shared/format/numbers.ts';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showError, showToast } from '../../components/messages/messages.tsx';

interface RetryAllProps {
  entries: readonly TrayEntry[];
  onDone: () => void;
}

/** Offers all refused changes again, where there is more than one. */
export function RetryAll({ entries, onDone }: RetryAllProps): ReactNode {
  const [busy, setBusy] = useState(false);
  if (entries.filter(({ kind }) => kind === 'refused').length < 2) return null;

  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      const { offered, kept } = await bridge.call('sync.retryAll', {});
      if (offered > 0) showToast({ title: offeredText(offered) });
      if (kept > 0) showError(keptText(kept));
      onDone();
    } catch (error) {
      showError(sentenceOf(error, 'That did not work. Try again in a moment.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button size="compact-sm" variant="default" mb="xs" loading={busy} onClick={() => void retry()}>
      Retry all
    </Button>
  );
}

const changes = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'change' : 'changes'}`;

const offeredText = (count: number): string => `${changes(count)} offered again`;

const keptText = (count: number): string =>
  count === 1
    ? '1 change cannot be offered again: its values were removed when the account was closed. Enter them again.'
    : `${changes(count)} cannot be offered again: their values were removed when the account was closed. Enter them again.`;

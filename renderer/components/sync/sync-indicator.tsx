import { Progress, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './sync-indicator.module.css';
import { progressPercent, syncWords } from './sync-wording.ts';
import { useNow } from '../use-now.ts';
import { useSettledSync } from './use-settled-sync.ts';

/** How often "2 min ago" is looked at again. */
const TICK_MS = 15_000;

/** Quiet words in the top bar on how this PC stands with the server. A click opens the tray. */
export function SyncIndicator({ onOpen }: { onOpen: () => void }): ReactNode {
  const status = useSettledSync();
  const now = useNow(TICK_MS);
  const words = syncWords(status, now);
  const first = status.state === 'first-sync';
  const percent = progressPercent(status.progress);
  return (
    <>
      <button
        type="button"
        className={classes.indicator}
        data-attention={words.attention !== null || undefined}
        aria-label={`Sync: ${words.text}${words.attention ? `. ${words.attention}` : ''}`}
        aria-haspopup="dialog"
        title={words.text}
        onClick={onOpen}
      >
        <span className={classes.dot} data-tone={words.tone} aria-hidden />
        <span className={classes.text}>{words.text}</span>
        {words.attention && (
          <span className={classes.attention}>
            <IconAlertTriangle size={14} aria-hidden />
            {words.attention}
          </span>
        )}
        {first && (
          <Progress
            className={classes.progress}
            value={percent ?? 100}
            animated={percent === null}
            size={3}
            aria-label="First sync"
          />
        )}
      </button>
      {/* Told when the state turns, not each time a minute has passed. */}
      <VisuallyHidden role="status">
        {status.state === 'offline' && 'Offline. You can go on working.'}
        {words.tone === 'ask' && words.text}
        {words.attention}
      </VisuallyHidden>
    </>
  );
}

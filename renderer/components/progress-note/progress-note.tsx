import { formatNumber } from '#shared/format/numbers.ts';
import { Button, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './progress-note.module.css';

interface ProgressNoteProps {
  /** What it is, to a screen reader. */
  label: string;
  title: string;
  done: number;
  total: number;
  stopping: boolean;
  onStop: () => void;
}

/** Where the notes of all that runs stand: in the corner of every screen. */
export function ProgressNotes({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes.notes}>{children}</div>;
}

/** How far something is that runs on behind the screens, with the way to stop it. */
export function ProgressNote(props: ProgressNoteProps): ReactNode {
  const { label, title, done, total, stopping, onStop } = props;
  return (
    <section className={classes.note} aria-label={label}>
      <Text size="sm" fw={500} lineClamp={2}>
        {title}
      </Text>
      <Progress value={(done / Math.max(1, total)) * 100} aria-label="Records that are done" />
      <div className={classes.line}>
        <Text size="sm" c="dimmed">
          {formatNumber(done)} of {formatNumber(total)}
        </Text>
        <Button size="compact-sm" variant="default" disabled={stopping} onClick={onStop}>
          Stop
        </Button>
      </div>
    </section>
  );
}

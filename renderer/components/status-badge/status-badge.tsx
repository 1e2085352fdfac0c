import type { ReactNode } from 'react';
import classes from './status-badge.module.css';
import { toneOf, type Hue, type Tone } from './tones.ts';

/** A status as colour and word together; the tone follows from the word unless it is given. */
export function StatusBadge({ word, tone }: { word: string; tone?: Tone | Hue }): ReactNode {
  return (
    <span className={classes.badge} data-tone={tone ?? toneOf(word) ?? 'neutral'}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.word}>{word}</span>
    </span>
  );
}

import { formatNumber } from '#shared/format/numbers.ts';
import type { ReactNode } from 'react';
import type { ListState } from '../data-grid/grid-port.ts';
import classes from './list-screen.module.css';

/** Says that the list's last rows do not hold the search as it was typed; they are drawn apart too. */
export function SimilarHint({ total, similar, loading }: ListState): ReactNode {
  if (similar === 0 || total === null || loading) return null;
  const shown = `${formatNumber(similar)} similar`;
  const hint = total === similar ? `No exact match. Showing ${shown}.` : `Below the exact ones: ${shown}.`;
  return (
    <span className={classes.similar} title={hint}>
      {hint}
    </span>
  );
}

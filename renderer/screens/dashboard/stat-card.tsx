import { formatNumber } from '#shared/format/numbers.ts';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './dashboard.module.css';

/** One figure; the whole card leads to the records that it counts. */
export function StatCard({ label, value, path }: { label: string; value: number; path: string }): ReactNode {
  return (
    <Link to={path} className={classes.stat}>
      <span className={classes.statLabel}>{label}</span>
      <span className={classes.statValue}>{formatNumber(value)}</span>
      <IconArrowUpRight size={16} stroke={1.6} className={classes.statArrow} aria-hidden />
    </Link>
  );
}

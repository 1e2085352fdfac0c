import { formatNumber } from '#shared/format/numbers.ts';
import type { ReactNode } from 'react';
import classes from './today-badge.module.css';
import { useTodayCounts } from './today-queries.ts';

/** More are not told apart at a glance. */
const MOST = 999;
const short = (count: number): string => (count > MOST ? `${MOST}+` : formatNumber(count));

/** The calls of today beside the entry of the menu: those that are overdue, and the others. */
export function TodayBadge({ id, collapsed }: { id: string; collapsed: boolean }): ReactNode {
  const { data } = useTodayCounts();
  if (!data) return null;
  const { overdue, today } = data.calls;
  if (overdue + today === 0) return null;
  const said = [
    overdue > 0 ? `${formatNumber(overdue)} overdue` : '',
    today > 0 ? `${formatNumber(today)} more due today` : '',
  ].filter((part) => part !== '');
  return (
    <span className={classes.badge} data-collapsed={collapsed || undefined}>
      <span id={id} className={classes.said}>
        {said.join(', ')}
      </span>
      {overdue > 0 && (
        <span className={classes.count} data-overdue aria-hidden title={said[0]}>
          {short(overdue)}
        </span>
      )}
      {today > 0 && !(collapsed && overdue > 0) && (
        <span className={classes.count} aria-hidden title={said.at(-1)}>
          {short(today)}
        </span>
      )}
    </span>
  );
}

import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** What stands how, as `dt` and `dd`; a change is read out. */
export function Facts({ children }: { children: ReactNode }): ReactNode {
  return (
    <dl className={classes.facts} aria-live="polite">
      {children}
    </dl>
  );
}

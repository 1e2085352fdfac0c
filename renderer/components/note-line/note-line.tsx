import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './note-line.module.css';

interface NoteLineProps {
  icon: Icon;
  children: ReactNode;
  /** The button that leads to what is to be done. */
  action?: ReactNode;
}

/** The line below the top bar that says what somebody has to look after. There is room for one: sync's state decides whose. */
export function NoteLine({ icon: Picture, children, action }: NoteLineProps): ReactNode {
  return (
    <div className={classes.line} role="status">
      <Picture size={18} stroke={1.7} aria-hidden />
      <span>{children}</span>
      {action}
    </div>
  );
}

import { Anchor } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { hasUnsavedChanges, mayLeaveForms } from './unsaved-changes.ts';

interface LeavingLinkProps {
  to: string;
  /** What would be lost, as in "this message". */
  what: string;
  /** Called on the way. */
  onLeave?: () => void;
  children: ReactNode;
}

/** A link in a dialog to another screen: it asks before what is typed in the dialog, or in a form below it, goes. */
export function LeavingLink({ to, what, onLeave, children }: LeavingLinkProps): ReactNode {
  const navigate = useNavigate();
  const ask = async (): Promise<void> => {
    if (!(await mayLeaveForms(what))) return;
    onLeave?.();
    void navigate(to);
  };
  const onClick = (event: MouseEvent): void => {
    // In a window of its own it takes nothing away.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!hasUnsavedChanges()) return onLeave?.();
    event.preventDefault();
    void ask();
  };
  return (
    <Anchor component={Link} to={to} inherit onClick={onClick}>
      {children}
    </Anchor>
  );
}

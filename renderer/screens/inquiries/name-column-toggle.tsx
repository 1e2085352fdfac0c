import { Button } from '@mantine/core';
import { IconArrowsDiagonalMinimize2, IconArrowsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NameColumnToggleProps {
  expanded: boolean;
  onChange: (expanded: boolean) => void;
}

/** Expands the name column, or collapses it to leave more room for the others (section 2.8). */
export function NameColumnToggle({ expanded, onChange }: NameColumnToggleProps): ReactNode {
  const ToggleIcon = expanded ? IconArrowsDiagonalMinimize2 : IconArrowsHorizontal;
  return (
    <Button
      variant="default"
      leftSection={<ToggleIcon size={16} aria-hidden />}
      aria-expanded={expanded}
      title={expanded ? 'Collapse the name column' : 'Expand the name column'}
      onClick={() => onChange(!expanded)}
    >
      Name column
    </Button>
  );
}

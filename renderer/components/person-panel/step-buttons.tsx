import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Leads to the rows above and below in the list; their keys are the arrows. */
export function StepButtons({ onStep }: { onStep: (by: 1 | -1) => void }): ReactNode {
  return (
    <Button.Group>
      <Button
        size="compact-sm"
        variant="default"
        aria-label="The one above"
        title="The one above (↑)"
        onClick={() => onStep(-1)}
      >
        <IconArrowUp size={15} aria-hidden />
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label="The one below"
        title="The one below (↓)"
        onClick={() => onStep(1)}
      >
        <IconArrowDown size={15} aria-hidden />
      </Button>
    </Button.Group>
  );
}

import { mayHandOver, maySetTurns } from '#shared/access/leads.ts';
import { Button } from '@mantine/core';
import { IconArrowsExchange, IconRotateClockwise2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRole } from '../../stores/session.ts';
import { ask } from './dialogs.ts';

/** In the bar of a list: the way to hand over, for those who may. */
export function HandOverButton(): ReactNode {
  if (!mayHandOver(useRole())) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconArrowsExchange size={16} aria-hidden />}
      title="Give one person’s candidates and inquiries to another"
      onClick={() => ask({ what: 'hand over', from: null })}
    >
      Hand over
    </Button>
  );
}

/** In the bar of a list: who takes new leads, for those who say so. */
export function LeadTakersButton(): ReactNode {
  if (!maySetTurns(useRole())) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconRotateClockwise2 size={16} aria-hidden />}
      title="Who takes new messages and inquiries, in turn"
      onClick={() => ask({ what: 'lead takers' })}
    >
      New leads
    </Button>
  );
}

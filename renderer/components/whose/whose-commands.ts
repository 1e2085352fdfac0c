import { mayHandOver, maySetTurns } from '#shared/access/leads.ts';
import type { Role } from '#shared/access/roles.ts';
import { ask } from './dialogs.ts';

interface WhoseCommand {
  key: string;
  label: string;
  alsoCalled: string;
  run: () => void;
}

/** What Ctrl+K offers of it to the role. */
export function whoseCommands(role: Role): WhoseCommand[] {
  return [
    ...(mayHandOver(role)
      ? [
          {
            key: 'hand-over',
            label: 'Hand over candidates and inquiries',
            alsoCalled: 'reassign transfer give handled by assigned',
            run: () => ask({ what: 'hand over', from: null }),
          },
        ]
      : []),
    ...(maySetTurns(role)
      ? [
          {
            key: 'lead-takers',
            label: 'Who takes new leads',
            alsoCalled: 'round robin turns assign automatically settings website',
            run: () => ask({ what: 'lead takers' }),
          },
        ]
      : []),
  ];
}

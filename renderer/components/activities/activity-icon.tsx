import { IconBrandWhatsapp, IconMail, IconNote, IconPhone, IconUsers, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityKind } from './person.ts';

const ICONS: Readonly<Partial<Record<string, Icon>> & Record<ActivityKind, Icon>> = {
  Call: IconPhone,
  WhatsApp: IconBrandWhatsapp,
  Email: IconMail,
  Meeting: IconUsers,
  Note: IconNote,
};

/** Stands beside the kind's name. */
export function ActivityIcon({ kind, size = 16 }: { kind: ActivityKind; size?: number }): ReactNode {
  // A newer version may know more kinds.
  const Drawn = ICONS[kind as string] ?? IconNote;
  return <Drawn size={size} stroke={1.7} aria-hidden />;
}

import { IconBrandWhatsapp, IconMail, IconNote, IconPhone, IconUsers, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityKind } from './person.ts';

const ICONS: Readonly<Record<ActivityKind, Icon>> = {
  Call: IconPhone,
  WhatsApp: IconBrandWhatsapp,
  Email: IconMail,
  Meeting: IconUsers,
  Note: IconNote,
};

/** Stands beside the kind's name. */
export function ActivityIcon({ kind, size = 16 }: { kind: ActivityKind; size?: number }): ReactNode {
  const Drawn = ICONS[kind];
  return <Drawn size={size} stroke={1.7} aria-hidden />;
}

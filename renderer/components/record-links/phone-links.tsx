import { callLink, chatLink } from '#shared/format/phone.ts';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { OutsideLink } from './outside-link.tsx';
import classes from './record-links.module.css';

interface PhoneLinksProps {
  phone: string;
  /** Whose number it is: part of the links' accessible names. */
  of: string;
  inGrid?: boolean;
}

/** A phone number as written, with links that call it and that open a WhatsApp chat. */
export function PhoneLinks({ phone, of, inGrid = false }: PhoneLinksProps): ReactNode {
  const call = callLink(phone);
  const chat = chatLink(phone);
  const who = of === '' ? phone : of;
  return (
    <span className={classes.phone} data-in-grid={inGrid || undefined}>
      <span className={classes.number}>{phone}</span>
      {call && (
        <OutsideLink href={call} label={`Call ${who}`} className={classes.icon} inGrid={inGrid}>
          <IconPhone size={15} stroke={1.7} aria-hidden />
        </OutsideLink>
      )}
      {chat && (
        <OutsideLink href={chat} label={`WhatsApp ${who}`} className={classes.icon} inGrid={inGrid}>
          <IconBrandWhatsapp size={15} stroke={1.7} aria-hidden />
        </OutsideLink>
      )}
    </span>
  );
}

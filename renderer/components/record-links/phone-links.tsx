import { callLink, chatDigits, chatLink, phoneLines, phoneNumbers } from '#shared/format/phone.ts';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { logCall } from '../activities/log-call.ts';
import type { ActivityKind, Person } from '../activities/person.ts';
import { useChatOpener } from '../messaging/chat-opener.ts';
import { OutsideLink } from './outside-link.tsx';
import classes from './record-links.module.css';

interface PhoneLinksProps {
  /** A field's phone number, or several. */
  phone: string;
  /** The number for chats, where the record has one; else chats go to the phone numbers themselves. */
  chat?: unknown;
  /** Whose number it is: part of the links' accessible names. */
  of: string;
  inGrid?: boolean;
  /** The person to log the call or chat about, once a link was followed; none where nothing is logged. */
  about?: Person | null | undefined;
}

/** Phone numbers as written, each with links that call it and that open a WhatsApp chat. */
export function PhoneLinks({ phone, chat, of, inGrid = false, about }: PhoneLinksProps): ReactNode {
  const numbers = phoneNumbers(phone);
  const [opener] = useChatOpener();
  const chatNumber =
    typeof chat === 'string' ? phoneNumbers(chat).find((number) => chatDigits(number) !== null) : undefined;
  const named = (number: string): string =>
    numbers.length === 1 ? of || number : [of, number].filter((part) => part !== '').join(', ');
  const logged = (kind: ActivityKind) => (about ? () => logCall(about, kind) : undefined);
  const iconsOf = (number: string): ReactNode => (
    <>
      <IconLink
        href={callLink(number)}
        label={`Call ${named(number)}`}
        icon={IconPhone}
        inGrid={inGrid}
        onOpened={logged('Call')}
      />
      {/* The number for chats has one link, not one beside each other number. */}
      {(chatNumber === undefined || number === numbers[0]) && (
        <IconLink
          href={chatLink(chatNumber ?? number, opener)}
          label={`WhatsApp ${chatNumber === undefined ? named(number) : of || chatNumber}`}
          icon={IconBrandWhatsapp}
          inGrid={inGrid}
          onOpened={logged('WhatsApp')}
        />
      )}
    </>
  );
  const lines = inGrid ? [phone] : phoneLines(phone);
  return (
    <span className={classes.phones}>
      {lines.map((line) => (
        <span key={line} className={classes.phone} data-in-grid={inGrid || undefined}>
          <span className={classes.number}>{line}</span>
          {(lines.length === 1 ? numbers : numbers.filter((number) => number === line)).map((number) => (
            <Fragment key={number}>{iconsOf(number)}</Fragment>
          ))}
        </span>
      ))}
    </span>
  );
}

interface IconLinkProps {
  href: string | null;
  label: string;
  icon: typeof IconPhone;
  inGrid: boolean;
  onOpened: (() => void) | undefined;
}

function IconLink({ href, label, icon: Icon, inGrid, onOpened }: IconLinkProps): ReactNode {
  if (href === null) return null;
  return (
    <OutsideLink href={href} label={label} className={classes.icon} inGrid={inGrid} onOpened={onOpened}>
      <Icon size={15} stroke={1.7} aria-hidden />
    </OutsideLink>
  );
}

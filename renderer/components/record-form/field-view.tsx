import { formatDateTime } from '#shared/format/dates.ts';
import type { Field } from '#shared/model/field.ts';
import { useId, type ComponentType, type ReactNode } from 'react';
import { referenceText as writtenReference } from '#shared/format/field-text.ts';
import { fieldText } from '../field-text.ts';
import { Picture } from '../picture/picture.tsx';
import type { Person } from '../activities/person.ts';
import { PhoneLinks } from '../record-links/phone-links.tsx';
import { MailLink, WebLink } from '../record-links/text-links.tsx';
import { StatusBadge } from '../status-badge/status-badge.tsx';
import { toneOf } from '../status-badge/tones.ts';
import classes from './record-form.module.css';

export interface FieldViewProps {
  field: Field;
  label: string;
  value: unknown;
  referenceText?: string | undefined;
  /** What people call the record, for the names of links. */
  of: string;
  /** Of a phone number: the number for chats, where the record has another. */
  chat?: unknown;
  /** The person whose record it is, for what is logged after a call. */
  about?: Person | null;
}

interface LabelledProps extends FieldViewProps {
  content?: ComponentType<Omit<FieldViewProps, 'label'>>;
  /** What is to be known of the value. */
  note?: string | undefined;
}

/** A field as text that can be selected and copied, with links where it leads somewhere. */
export function FieldView({ label, content: Content = Shown, note, ...shown }: LabelledProps): ReactNode {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.shown}>
      <div id={id} className={classes.shownLabel}>
        {label}
      </div>
      <div className={classes.shownValue}>
        <Content {...shown} />
        {note !== undefined && <div className={classes.shownNote}>{note}</div>}
      </div>
    </div>
  );
}

function Shown({ field, value, referenceText, of, chat, about }: Omit<FieldViewProps, 'label'>): ReactNode {
  if (field.kind === 'reference') {
    return writtenReference(field, value, referenceText) || <Nothing />;
  }
  if (field.kind === 'file') return <Picture hash={value} name={of} size={96} />;
  const text = fieldText(field, value);
  if (text === '') return <Nothing />;
  switch (field.kind) {
    case 'phone':
      return <PhoneLinks phone={text} chat={chat} of={of} about={about} />;
    case 'email':
      return <MailLink email={text} />;
    case 'url':
      return <WebLink url={text} />;
    case 'option':
      return toneOf(text) ? <StatusBadge word={text} /> : text;
    case 'datetime':
      return typeof value === 'string' ? <time dateTime={value}>{formatDateTime(value)}</time> : text;
    case 'longText':
      return <span className={classes.shownLines}>{typeof value === 'string' ? value : text}</span>;
    case 'list':
      return <span className={classes.shownLines}>{Array.isArray(value) ? value.join('\n') : text}</span>;
    default:
      return text;
  }
}

export function Nothing(): ReactNode {
  return (
    <span className={classes.nothing} aria-label="Empty" role="img">
      –
    </span>
  );
}

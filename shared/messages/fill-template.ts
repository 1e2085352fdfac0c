import type { Role } from '#shared/access/roles.ts';
import { valueText, referenceText } from '#shared/format/field-text.ts';
import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import { fieldOf, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { isMessageWord, MESSAGE_WORDS, messageFields, type MessageWord } from './message-fields.ts';
import { sendableText } from './sendable-text.ts';
import { readTemplate } from './template-text.ts';

/** Whose values fill a template, and for whom. */
export interface MessageSubject {
  entity: EntityDefinition;
  /** As the writer may see it. */
  record: AnyRecord;
  /** Shown texts of its references, by field. */
  references: Readonly<Record<string, string | undefined>>;
  /** Of who writes: what the role may not read is not filled in. */
  role: Role;
  /** Name of who writes. */
  sender: string;
}

/** What stands in the text where something is missing. */
export interface Gap {
  /** As it stands in the text. */
  mark: string;
  /** What is wrong, as a sentence. */
  message: string;
}

export interface FilledText {
  text: string;
  gaps: readonly Gap[];
}

/** A first word that is an initial is nobody's first name. */
const SHORTEST_FIRST_NAME = 3;

/**
 * A template with the values of a person: dates and amounts as the product writes them, several values with commas,
 * references by their text. An empty value leaves its label in brackets, a field that is not there stays as it is
 * written, and both are told. Values are filled in once: braces in them are text.
 */
export function fillTemplate(template: string, subject: MessageSubject): FilledText {
  const { entity, role } = subject;
  const fields = new Map(messageFields(entity, [role]).map(({ name, label }) => [name, label]));
  const gaps = new Map<string, Gap>();
  const texts = readTemplate(template).parts.map((part) => {
    if ('text' in part) return sendableText(part.text);
    const { field, written } = part;
    const label = isMessageWord(field) ? MESSAGE_WORDS[field] : fields.get(field);
    if (label === undefined) {
      const mark = sendableText(written);
      gaps.set(mark, { mark, message: `${mark} cannot be filled in here, and stands as it was written.` });
      return mark;
    }
    const text = isMessageWord(field) ? wordText(field, subject) : textOfField(field, subject);
    if (text !== '') return text;
    const mark = `[${label}]`;
    gaps.set(mark, { mark, message: `${label} is empty.` });
    return mark;
  });
  return { text: texts.join(''), gaps: [...gaps.values()] };
}

function textOfField(name: string, { entity, record, references }: MessageSubject): string {
  const field = fieldOf(entity, name);
  const value = Object.hasOwn(record, name) ? record[name] : null;
  if (field.target) {
    const isEmpty = value === null || value === undefined || value === '';
    return isEmpty ? '' : sendableText(referenceText(field, value, references[name]));
  }
  const text = valueText(field, value, ({ kind }, figure) =>
    kind === 'money' ? formatRupees(figure) : formatNumber(figure),
  );
  const isLong = field.kind === 'longText' || field.kind === 'list';
  return isLong ? sendableText(text).trim() : oneLine(text);
}

function wordText(word: MessageWord, { entity, record, sender }: MessageSubject): string {
  if (word === 'sender') return oneLine(sender);
  const called = record[entity.title];
  const name = typeof called === 'string' ? oneLine(called) : '';
  if (word === 'name') return name;
  const [first = ''] = name.split(' ');
  return first.length < SHORTEST_FIRST_NAME ? name : first;
}

/** A value that is one line in its record stays one. */
const oneLine = (text: string): string => sendableText(text).replace(/\s+/g, ' ').trim();

import { inSentence } from '#shared/format/label-in-sentence.ts';
import { referenceText } from '#shared/format/field-text.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { DraftSummary, KeptDraft } from '#shared/protocol/draft-calls.ts';
import { fieldText } from '../field-text.ts';
import type { Values } from '../record-form/form-values.ts';
import { MESSAGE, type Gone } from './open-draft.ts';

/** What a draft is called, as "Candidate Asha Rao" or "New candidate". */
export function draftTitle({ entity, isNew, title, about, form }: DraftSummary | KeptDraft): string {
  const label = entityOf(entity).label;
  if (form === 'enrolment') return ['Enrol', about?.title].filter(Boolean).join(' ');
  if (about)
    return [form === MESSAGE ? 'Message:' : 'Log call:', about.title || entityOf(about.entity).label].join(
      ' ',
    );
  return [isNew ? `New ${inSentence(label)}` : label, title].filter((part) => part !== '').join(' ');
}

/** Says after a start why a form did not open again. */
export function goneTitle({ why, entity }: Gone): string {
  const label = inSentence(entityOf(entity).label);
  return why === 'enrolled'
    ? `The ${label} of a form that you had not saved was enrolled meanwhile.`
    : `The ${label} of a form that you had not saved is gone.`;
}

/** The same beside what was typed. */
export function goneSentence({ why, entity }: Gone): string {
  const label = inSentence(entityOf(entity).label);
  return why === 'enrolled'
    ? `This ${label} was enrolled meanwhile. Open its candidate and put in what is missing there. This is what you had typed:`
    : `This ${label} was deleted, or is no longer yours to see. This is what you had typed:`;
}

/** What was typed, one field a line, to be read and copied. */
export function draftText({ entity, values, beside, about, references, message }: KeptDraft): string {
  if (message)
    return message.texts
      .map(({ channel, subject, text }) =>
        linesOf('messageTemplate', { channel, subject, text }, {}).join('\n'),
      )
      .toReversed()
      .join('\n\n');
  return [
    ...linesOf(entity, values, references),
    ...(about ? linesOf(about.entity, beside, references) : []),
  ].join('\n');
}

function linesOf(entity: EntityName, values: Values, references: Readonly<Record<string, string>>): string[] {
  const { fields } = entityOf(entity);
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || field.kind === 'secret' || field.kind === 'file') return [];
    // The id of a person whose name is typed beside it.
    if (field.kind === 'reference' && references[name] === undefined) return [];
    const unread: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'text') : null;
    const text =
      field.kind === 'reference'
        ? referenceText(field, value, references[name])
        : typeof unread === 'string' && field.kind !== 'object'
          ? unread
          : field.kind === 'richText' || field.kind === 'longText'
            ? plainText(value)
            : fieldText(field, value);
    return text === '' ? [] : [`${field.label}: ${text}`];
  });
}

/** Blocks of formatted text stand on lines of their own. */
function plainText(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (!value.startsWith('<')) return value;
  const page = new DOMParser().parseFromString(value, 'text/html');
  return [...page.body.children].map(({ textContent }) => textContent).join('\n');
}

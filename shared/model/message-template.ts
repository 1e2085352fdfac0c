import { everything, readOnly } from '#shared/access/grants.ts';
import type { Role } from '#shared/access/roles.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { templateProblem } from '#shared/messages/check-template.ts';
import { candidate } from './candidate.ts';
import { decodeValue } from './columns.ts';
import {
  defineEntity,
  storedFields,
  type AccessRules,
  type EntityDefinition,
  type RecordOf,
} from './entity.ts';
import { boolean, longText, option, options, text } from './field.ts';
import type { FieldIssue } from './field-issue.ts';
import { inquiry } from './inquiry.ts';

export const MESSAGE_CHANNELS = ['WhatsApp', 'Email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Whom messages are written to, by the words that templates use: those about whom activities are logged. */
export const MESSAGED = { Candidates: candidate, Inquiries: inquiry } as const;
export type Messaged = keyof typeof MESSAGED;

const AUDIENCE = ['Candidates', 'Inquiries'] as const satisfies readonly Messaged[];
/** What a link can hold is less by far; this is what people still read. */
const TEXT_LENGTH = 4_000;

const access: AccessRules = { 'Super Admin': everything, Admin: everything, HR: readOnly };
const readers = Object.keys(access) as Role[];

const fields = {
  name: text('Name', { required: true, sortable: true }),
  channel: option('Channel', MESSAGE_CHANNELS, { required: true, indexed: true }),
  audience: options('For', AUDIENCE, { required: true }),
  subject: text('Subject'),
  text: longText('Text', { required: true, maxLength: TEXT_LENGTH }),
  active: boolean('Active', { default: true }),
};

/** What a message to somebody begins with: fields in braces are filled in from the person's record (decision 26). */
export const messageTemplate = defineEntity({
  name: 'messageTemplate',
  label: 'Template',
  plural: 'Templates',
  path: 'templates',
  title: 'name',
  fields,
  searchScopes: { default: ['name', 'subject', 'text'] },
  lists: {
    templates: {
      columns: ['name', 'channel', 'audience', 'text', 'active'],
      carries: ['subject'],
      filters: ['channel'],
      sort: { field: 'name', direction: 'asc' },
      emptyText: 'No templates found',
    },
  },
  access,
  problems,
});

export type MessageTemplate = RecordOf<typeof messageTemplate>;

/** What templates name must be there, of everybody they are for, and theirs to read who use them. */
function problems(record: Readonly<Record<string, unknown>>): FieldIssue[] {
  const held = (name: keyof typeof fields): unknown => decodeValue(fields[name], record[name]);
  const audience = held('audience');
  const kinds = AUDIENCE.filter((word) => Array.isArray(audience) && audience.includes(word)).map(
    (word): EntityDefinition => MESSAGED[word],
  );
  const issues = (['subject', 'text'] as const).flatMap((name): FieldIssue[] => {
    const given = held(name);
    const message = typeof given === 'string' ? templateProblem(given, kinds, readers) : null;
    return message === null ? [] : [{ field: name, code: 'invalid', message }];
  });
  const unreached = held('channel') === 'Email' ? kinds.find((kind) => !hasEmail(kind)) : undefined;
  if (unreached) {
    const message = `${unreached.plural} have no email address. Choose WhatsApp, or leave out ${inSentence(unreached.plural)}`;
    issues.push({ field: 'audience', code: 'invalid', message });
  }
  return issues;
}

/** Whether people of a kind have a field for an email address. */
export function hasEmail(entity: EntityDefinition): boolean {
  return storedFields(entity).some(([, { kind }]) => kind === 'email');
}

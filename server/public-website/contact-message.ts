import { isUnseen } from '#shared/format/visible-text.ts';
import { contactInquiry } from '#shared/model/contact-inquiry.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newId } from '#shared/model/new-id.ts';
import type { Author } from '../records/author.ts';
import { Batch } from '../records/batch.ts';
import { createRecord } from '../records/change-record.ts';
import type { Services } from '../services.ts';

/** What a visitor writes; `notes` are for the staff. */
const MESSAGE_FIELDS = ['name', 'email', 'mobile', 'message'] as const;
type Message = Readonly<Partial<Record<(typeof MESSAGE_FIELDS)[number], unknown>>>;

/** The contact inquiry, for a visitor: to be added and nothing else. */
const forVisitors: EntityDefinition = {
  ...contactInquiry,
  access: { '': [{ rows: 'all', read: 'none', set: 'all', create: true }] },
};

/**
 * The fields of the contact form.
 * @throws PlainError `bad-request` or `invalid`.
 */
export function messageOf(body: unknown): Message {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PlainError('bad-request', 'Send the message as a JSON object.');
  }
  const issues = Object.keys(body)
    .filter((name) => !MESSAGE_FIELDS.some((field) => field === name))
    .map((field) => ({
      field,
      code: 'unknown' as const,
      message: `A message has no field "${field.slice(0, 60)}"`,
    }));
  if (issues[0]) throw new PlainError('invalid', `${issues[0].message}.`, issues);
  const given: Message = body;
  const isEmpty = (value: unknown): boolean =>
    value === undefined || value === null || (typeof value === 'string' && isUnseen(value));
  if (MESSAGE_FIELDS.every((name) => isEmpty(given[name]))) {
    throw new PlainError('invalid', 'The message is empty. Write something and send it again.');
  }
  return given;
}

/**
 * Keeps a visitor's message as a contact inquiry; every desk that may see it gets it at once. Gives back what was
 * written and nothing of the record.
 * @throws PlainError `invalid` with the fields that are wrong.
 */
export async function keepMessage(
  { database, sessions }: Services,
  message: Message,
  address: string,
): Promise<Message> {
  const author: Author = { _id: '', role: '', name: 'The website', deskId: null, sessionId: '', address };
  await database.write(async (trx, log) => {
    const batch = new Batch({ trx, log, database }, author, sessions.endAll);
    await createRecord(batch, {
      entity: forVisitors,
      recordId: newId(),
      base: 0,
      changes: message,
      now: Date.now(),
    });
    await batch.write();
  });
  return message;
}

import { chatDigits, phoneNumbers } from '#shared/format/phone.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import type { MessageChannel } from '#shared/model/message-template.ts';
import { storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { canBeWrittenTo } from './message-links.ts';

/** The numbers or addresses, as written, that a message to a person can go to; the likeliest first. */
export function waysToReach(entity: EntityDefinition, record: AnyRecord, channel: MessageChannel): string[] {
  return channel === 'Email' ? emailsOf(entity, record) : chatsOf(entity, record);
}

/** Why a person cannot be reached that way, as a sentence. */
export function notReached(entity: EntityDefinition, name: string, channel: MessageChannel): string {
  const who = name === '' ? `This ${inSentence(entity.label)}` : name;
  return channel === 'Email'
    ? `${who} has no email address that can be written to.`
    : `${who} has no whole phone number for WhatsApp.`;
}

/** The number for chats takes the place of the others where it holds one. */
function chatsOf(entity: EntityDefinition, record: AnyRecord): string[] {
  const phones = storedFields(entity).filter(([, { kind }]) => kind === 'phone');
  const forChats = new Set(phones.flatMap(([, { chatOn }]) => chatOn ?? []));
  const numbers = (names: readonly string[]): string[] =>
    distinct(names.flatMap((name) => phoneNumbers(textIn(record, name))).filter((each) => chatDigits(each)));
  const own = numbers([...forChats]);
  return own.length > 0 ? own : numbers(phones.map(([name]) => name).filter((name) => !forChats.has(name)));
}

function emailsOf(entity: EntityDefinition, record: AnyRecord): string[] {
  const names = storedFields(entity).flatMap(([name, { kind }]) => (kind === 'email' ? [name] : []));
  return distinct(names.map((name) => textIn(record, name).trim()).filter(canBeWrittenTo));
}

const textIn = (record: AnyRecord, name: string): string => {
  const value = record[name];
  return typeof value === 'string' ? value : '';
};

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

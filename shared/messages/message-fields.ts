import { fieldsReadableOnEveryRow } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { FieldKind } from '#shared/model/field.ts';

/** What stands in braces in a template: a field of the person, or a word that means the same of everybody. */
export interface MessageField {
  name: string;
  label: string;
}

/** Of everybody, whatever the field with the name is called, and of who writes. */
export const MESSAGE_WORDS = {
  name: 'Name',
  firstName: 'First name',
  sender: 'Your own name',
} as const;

export type MessageWord = keyof typeof MESSAGE_WORDS;

/** Kinds whose values are no text that people send. */
const NO_TEXT: ReadonlySet<FieldKind> = new Set<FieldKind>(['file', 'secret', 'richText']);

export function isMessageWord(name: string): name is MessageWord {
  return Object.hasOwn(MESSAGE_WORDS, name);
}

/** Whether a message can hold a value of the field at all, whoever reads it. */
export function isTextField(entity: EntityDefinition, name: string): boolean {
  return storedFields(entity).some(([each, { kind }]) => each === name && !NO_TEXT.has(kind));
}

/** The fields of the record that every one of the roles may read on every row, as far as they are text. */
export function messageFields(entity: EntityDefinition, roles: readonly Role[]): MessageField[] {
  const readable = roles.map((role) => fieldsReadableOnEveryRow(entity, role));
  return storedFields(entity).flatMap(([name, { kind, label }]) =>
    !NO_TEXT.has(kind) && readable.every((names) => names.has(name)) ? [{ name, label }] : [],
  );
}

import type { EntityDefinition } from '#shared/model/entity.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import type { Field } from '#shared/model/field.ts';
import {
  HISTORY_TEXT_LENGTH,
  type HistoryAuthor,
  type HistoryEntry,
  type HistoryField,
} from '#shared/protocol/history.ts';
import { fieldText, unknownFieldText } from '../field-text.ts';

/** Who did it. A user who is no longer there is "Unknown" (decision 10). */
export function whoText(by: HistoryAuthor | null): string {
  return by === null ? 'The system' : (by.name ?? 'Unknown');
}

const ACTIONS: Readonly<Record<HistoryEntry['kind'], string>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
};

export function actionText({ kind }: HistoryEntry): string {
  return ACTIONS[kind];
}

/** What the change was done together with, where that says more than the change itself; null where it does not. */
export function partText({ set }: HistoryEntry): string | null {
  const told = set?.told;
  if (!told) return null;
  if (told.undoes !== null) return told.title;
  return told.changes > 1 ? `Part of “${told.title}”` : null;
}

/** Whose change it was, where that is a record that was merged into this one; null where it is this one's own. */
export function mergedText({ mergedAs }: HistoryEntry): string | null {
  if (mergedAs === undefined) return null;
  return mergedAs === ''
    ? 'Of a record that was merged into this one'
    : `Of “${visibleText(mergedAs)}”, which was merged into this one`;
}

/** A field's values as people read them; '' where it was or is empty. */
export function changeTexts(entity: EntityDefinition, field: HistoryField): { old: string; new: string } {
  return {
    old: valueText(entity, field, field.old, field.oldText),
    new: valueText(entity, field, field.new, field.newText),
  };
}

/** What is said of a change that the two texts do not show; null where they do. */
export function hiddenChange(
  field: Field | undefined,
  { cut }: HistoryField,
  texts: { old: string; new: string },
): string | null {
  if (texts.old !== texts.new) return null;
  if (cut) return `changed beyond its first ${formatNumber(HISTORY_TEXT_LENGTH)} characters`;
  return field?.kind === 'richText' ? 'its form or its pictures changed, and none of its words' : null;
}

function valueText(
  entity: EntityDefinition,
  { name, cut }: HistoryField,
  value: unknown,
  text: string | undefined,
): string {
  const field = entity.fields[name];
  if (!field) return text ?? unknownFieldText(value) + (cut ? ' …' : '');
  if (field.kind === 'reference') return text ?? (value === null ? '' : 'Unknown');
  return fieldText(field, value) + (cut ? ' …' : '');
}

/**
 * The fields of an entry without those that only say the same again: the account behind a name that stands there too.
 * @param coupled pairs of the field with a name and the field with the account
 */
export function shownFields(
  { fields }: HistoryEntry,
  coupled: readonly (readonly [string, string])[],
): HistoryField[] {
  const names = new Set(fields.map(({ name }) => name));
  return fields.filter(({ name }) => !coupled.some(([of, account]) => account === name && names.has(of)));
}

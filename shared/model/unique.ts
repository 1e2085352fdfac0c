import { inSentence, withArticle } from '#shared/format/label-in-sentence.ts';
import type { EntityDefinition } from './entity.ts';
import type { Field } from './field.ts';

/** Why a value that another record has cannot be saved, said alike by the desk and by the server; without its full stop. */
export function takenSentence(entity: EntityDefinition, field: Field, value: string): string {
  const its = field.label === entity.label ? '' : ` with the ${inSentence(field.label)}`;
  return `There is already ${withArticle(entity.label)}${its} "${value}"`;
}

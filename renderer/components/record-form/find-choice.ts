import { isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { searchChoices, type Choice, type ChoiceFilter } from './inputs/use-choices.ts';
import { UnreadText } from './unread-text.ts';

/** So many are looked at for one of exactly this name. */
const MOST = 50;

/** The record that a text stands for: the only one of that name, or the only one that is found; null where there is none, or are several. */
export async function choiceFor(
  entity: EntityName,
  text: string,
  filter?: ChoiceFilter,
): Promise<Choice | null> {
  const found = await searchChoices(entity, text, MOST, filter).catch(() => []);
  const same = found.filter(({ title }) => normaliseText(title) === normaliseText(text));
  const [one, another] = same.length > 0 ? same : found;
  return one && !another ? one : null;
}

/** Of what was typed into references and not chosen: the records that it stands for, by field. */
export async function choicesTyped(
  entity: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
): Promise<Map<string, Choice>> {
  const found = new Map<string, Choice>();
  for (const [name, value] of Object.entries(values)) {
    if (!(value instanceof UnreadText)) continue;
    const { kind, target } = fieldOf(entity, name);
    if (kind !== 'reference' || !target || !isEntityName(target.entity)) continue;
    const choice = await choiceFor(target.entity, value.text, target.choosable ?? target.among);
    if (choice) found.set(name, choice);
  }
  return found;
}

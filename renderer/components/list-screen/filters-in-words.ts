import { entityOf, isEntityName } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition, type ListDefinition } from '#shared/model/entity.ts';
import type { FieldCondition } from '#shared/model/field-condition.ts';
import { bridge } from '../../bridge/bridge.ts';
import { conditionInWords } from '../field-filters/condition-words.ts';
import { valueTexts } from '../field-filters/use-value-texts.ts';
import { linkChoice, type ListView } from './list-url.ts';
import type { Period } from './periods.ts';

/** What narrows a list, one text for each: `Course: DevOps`, `Handled By: Asha Verma`, `Search: "pune"`. */
export async function filtersInWords(
  entity: EntityDefinition,
  list: ListDefinition,
  view: ListView,
  labelOf: (name: string) => string,
  period: { label: string; choice: Period } | null,
  conditions: readonly FieldCondition[],
): Promise<string[]> {
  const chosen = await Promise.all(
    Object.entries(view.filters).map(
      async ([name, value]) =>
        `${labelOf(name)}: ${linkChoice(list, name, value) === undefined ? await wordFor(entity, name, value) : value}`,
    ),
  );
  return [
    ...(period ? [`${period.label}: ${period.choice.label}`] : []),
    ...chosen,
    ...(await conditionsInWords(entity, labelOf, conditions)),
    ...(view.search.trim() === ''
      ? []
      : [`Search${view.inDocuments ? ' in documents' : ''}: "${view.search.trim()}"`]),
  ];
}

async function conditionsInWords(
  entity: EntityDefinition,
  labelOf: (name: string) => string,
  conditions: readonly FieldCondition[],
): Promise<string[]> {
  const texts = await valueTexts(entity, conditions);
  return conditions.map((condition) =>
    conditionInWords(
      labelOf(condition.field),
      fieldOf(entity, condition.field),
      condition,
      (value) => texts.get(String(value)) ?? String(value),
    ),
  );
}

/** The value itself; of a reference what it is called. */
async function wordFor(entity: EntityDefinition, name: string, value: string): Promise<string> {
  const target = fieldOf(entity, name).target?.entity ?? '';
  if (!isEntityName(target)) return value;
  const view = await bridge.call('records.get', { entity: target, id: value });
  const title = view?.record[entityOf(target).title];
  return typeof title === 'string' ? title : 'Unknown';
}

import { isEntityName } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import type { ConditionValue, FieldCondition } from '#shared/model/field-condition.ts';
import { useQuery } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';

/** Ids that the desk is asked for at once. */
const AT_ONCE = 50;

/** What the values of conditions are called: a reference by the record's title, "Unknown" where that is gone. */
export async function valueTexts(
  entity: EntityDefinition,
  conditions: readonly FieldCondition[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { field, values } of conditions) {
    const target = fieldOf(entity, field).target?.entity ?? '';
    for (const [id, title] of await titlesOf(target, values.map(String))) texts.set(id, title);
  }
  return texts;
}

/** What records of an entity are called, by their ids; "Unknown" where one is gone. */
export async function titlesOf(entity: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  if (!isEntityName(entity)) return titles;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const _id = ids.slice(at, at + AT_ONCE);
    const found = await bridge.call('records.choices', { entity, filter: { _id }, limit: AT_ONCE });
    for (const choice of found) titles.set(choice._id, choice.title);
  }
  for (const id of ids) if (!titles.has(id)) titles.set(id, 'Unknown');
  return titles;
}

/** The same for what is shown; until it is known a value has no text. */
export function useValueTexts(
  entity: EntityDefinition,
  conditions: readonly FieldCondition[],
): (value: ConditionValue) => string {
  const references = conditions.filter(({ field }) => fieldOf(entity, field).target);
  const { data } = useQuery({
    queryKey: ['condition values', entity.name, references],
    queryFn: () => valueTexts(entity, references),
    enabled: references.length > 0,
    staleTime: 0,
  });
  const ids = new Set(references.flatMap(({ values }) => values));
  return (value) => (ids.has(value) ? (data?.get(String(value)) ?? '…') : String(value));
}

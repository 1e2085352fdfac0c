import { fieldConditionSchema, MOST_CONDITIONS, type FieldCondition } from '#shared/model/field-condition.ts';

/** In the address each condition is one `where`, a JSON list of field, operator and values. */
const WHERE = 'where';

/** The conditions of an address. What is none is left out. */
export function readConditions(params: URLSearchParams): FieldCondition[] {
  return params
    .getAll(WHERE)
    .slice(0, MOST_CONDITIONS)
    .flatMap((text) => conditionOf(text) ?? []);
}

/** Puts these conditions in the place of those that the address has. */
export function writeConditions(
  params: URLSearchParams,
  conditions: readonly FieldCondition[],
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(WHERE);
  for (const { field, op, values } of conditions) next.append(WHERE, JSON.stringify([field, op, ...values]));
  return next;
}

function conditionOf(text: string): FieldCondition | null {
  try {
    const written: unknown = JSON.parse(text);
    if (!Array.isArray(written)) return null;
    const [field, op, ...values] = written as unknown[];
    return fieldConditionSchema.safeParse({ field, op, values }).data ?? null;
  } catch {
    return null;
  }
}

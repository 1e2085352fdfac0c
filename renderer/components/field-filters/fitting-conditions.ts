import type { EntityDefinition } from '#shared/model/entity.ts';
import { assertCondition } from '#shared/model/field-condition-sql.ts';
import { operatorsOf, type FieldCondition } from '#shared/model/field-condition.ts';
import { PlainError } from '#shared/protocol/errors.ts';

/** The conditions that can be asked of the reader's rows, and what is said of the others. */
export interface Fitting {
  fitting: FieldCondition[];
  others: FieldCondition[];
  sentences: string[];
}

/** A view or a link may ask for what the reader may not see, or what is not there any more: that is left out, and said. */
export function fittingConditions(
  entity: EntityDefinition,
  conditions: readonly FieldCondition[],
  readable: ReadonlySet<string>,
): Fitting {
  const found: Fitting = { fitting: [], others: [], sentences: [] };
  for (const condition of conditions) {
    const problem = problemOf(entity, condition, readable);
    if (problem === null) found.fitting.push(condition);
    else {
      found.others.push(condition);
      found.sentences.push(`${problem} That filter is left out.`);
    }
  }
  return found;
}

function problemOf(
  entity: EntityDefinition,
  condition: FieldCondition,
  readable: ReadonlySet<string>,
): string | null {
  try {
    assertCondition(entity, condition, readable);
    return null;
  } catch (error) {
    if (error instanceof PlainError) return error.message;
    throw error;
  }
}

/** The fields that somebody can ask for, in the order of their labels. */
export function askableFields(
  entity: EntityDefinition,
  readable: ReadonlySet<string>,
  labelOf: (name: string) => string,
): { value: string; label: string }[] {
  return Object.entries(entity.fields)
    .filter(([name, field]) => readable.has(name) && operatorsOf(field).length > 0)
    .map(([name]) => ({ value: name, label: labelOf(name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

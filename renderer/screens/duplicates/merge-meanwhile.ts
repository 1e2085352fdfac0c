import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { Compared } from '#shared/protocol/duplicates.ts';
import { titleOf } from '../../components/data-grid/list-row.ts';
import { ALL, isEmpty, isSame, rowsToChoose, startingPicks, type Picks } from './merge-choice.ts';

// Others go on while somebody compares: what stands chosen then, and what is said of it.

const listed = new Intl.ListFormat('en-IN', { type: 'conjunction' });

type Values = Pick<Compared, 'records' | 'written'>;

interface Standing {
  entity: EntityDefinition;
  coupled: readonly (readonly [string, string])[];
  /** As the dialog was opened, and as it is. */
  first: Values;
  now: Values;
  stays: string;
  /** What the user has chosen. */
  chosen: Picks;
}

/** Nothing that stood on the screen jumps to another record, unless the record is gone or what the start took from it. */
export function standingPicks({ entity, coupled, first, now, stays, chosen }: Standing): Picks {
  const records = new Map(now.records.map(({ record }) => [record._id, record]));
  const rowsOf = (values: Values): ReturnType<typeof rowsToChoose>['rows'] =>
    rowsToChoose(
      entity,
      values.records.map(({ record }) => record),
      coupled,
    ).rows;
  const left = { ...first, records: first.records.filter(({ record }) => records.has(record._id)) };
  const atFirst = Object.entries(startingPicks(rowsOf(first), stays, left));
  return {
    ...startingPicks(rowsOf(now), stays, now),
    ...Object.fromEntries(atFirst.filter(([name, id]) => !isEmpty(records.get(id)?.[name]))),
    ...Object.fromEntries(Object.entries(chosen).filter(([, id]) => id === ALL || records.has(id))),
  };
}

/** Who has other values than when the dialog was opened, and in which fields, as a sentence; null where nobody has. */
export function changedMeanwhile(
  entity: EntityDefinition,
  first: Values['records'],
  now: Values['records'],
): string | null {
  const sentences = now.flatMap(({ record }) => {
    const before = first.find((each) => each.record._id === record._id)?.record;
    if (!before) return [];
    const labels = storedFields(entity)
      .filter(([name, field]) => !field.serverSet && isOther(before[name], record[name]))
      .map(([, { label }]) => label);
    if (labels.length === 0) return [];
    return [`${titleOf(entity, record)} was changed meanwhile: ${listed.format(new Set(labels))}.`];
  });
  if (sentences.length === 0) return null;
  return `${sentences.join(' ')} Look at ${sentences.length === 1 ? 'it' : 'them'} before you merge.`;
}

function isOther(before: unknown, now: unknown): boolean {
  return !(isEmpty(before) && isEmpty(now)) && !isSame(before, now);
}

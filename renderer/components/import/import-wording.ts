import { inSentence } from '#shared/format/label-in-sentence.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf } from '#shared/model/entities.ts';
import type {
  ImportableEntity,
  ImportCounts,
  ImportResult,
  ImportState,
  KnownChoice,
  RowState,
} from '#shared/protocol/import.ts';
import { rowsText } from '../list-screen/export-wording.ts';

export const STATE_LABELS: Readonly<Record<RowState, string>> = {
  new: 'New',
  known: 'Already here',
  twice: 'Twice in the file',
  wrong: 'Wrong',
  done: 'Done',
};

export const CHOICE_LABELS: Readonly<Record<KnownChoice, string>> = {
  skip: 'Skip',
  fill: 'Fill empty fields',
  overwrite: 'Overwrite',
  add: 'Add anyway',
};

/** What can become of a row whose person stands in an earlier one: a family shares a number. */
export const DOUBLE_LABELS = { skip: 'Leave out', add: 'Add anyway' } as const;

/** `candidate`, `candidates`, `HR records`. */
export function nounOf(entity: ImportableEntity, count: number): string {
  const { label, plural } = entityOf(entity);
  return inSentence(count === 1 ? label : plural);
}

export const importTitle = ({ entity, fileName }: Pick<ImportState, 'entity' | 'fileName'>): string =>
  `Import of ${inSentence(entityOf(entity).plural)} from ${fileName}`;

/** How many records a run makes, and how many it changes. */
export function amounts(counts: ImportCounts): { added: number; changed: number } {
  const { add, fill, overwrite } = counts.choices;
  return { added: counts.new + add + counts.doubles, changed: fill + overwrite };
}

/** What the button of the last step does: `Import 4,812 new and change 120 candidates`; null where there is nothing to do. */
export function runText(entity: ImportableEntity, counts: ImportCounts): string | null {
  const { added, changed } = amounts(counts);
  if (added === 0 && changed === 0) return null;
  const change = `${formatNumber(changed)} ${nounOf(entity, changed)}`;
  if (added === 0) return `Change ${change}`;
  if (changed === 0) return `Import ${formatNumber(added)} new ${nounOf(entity, added)}`;
  return `Import ${formatNumber(added)} new and change ${change}`;
}

export function reportTitle({ stopped, added, changed }: ImportResult): string {
  if (stopped) return 'Import stopped.';
  return added + changed > 0 ? 'Imported!' : 'Nothing was imported.';
}

/** Of those that came in here, and that the server did not take. */
export const refusedText = (refused: number): string =>
  `The server has refused ${formatNumber(refused)} of these changes. What needs attention, at the top, says why.`;

/** Of those that came in here, and that others have added meanwhile. */
export const byOthersText = (byOthers: number): string =>
  `Here twice now: others have added ${formatNumber(byOthers)} of these meanwhile. Undo takes back what you have added.`;

/** `4,812 candidates added, 120 changed, 3 skipped; 12 rows left out.` */
export function reportText(entity: ImportableEntity, result: ImportResult): string {
  const { added, changed, skipped, leftOut } = result;
  const parts = [
    `${formatNumber(added)} ${nounOf(entity, added)} added`,
    ...(changed > 0 ? [`${formatNumber(changed)} changed`] : []),
    ...(skipped > 0 ? [`${formatNumber(skipped)} skipped`] : []),
  ];
  return `${parts.join(', ')}${leftOut > 0 ? `; ${rowsText(leftOut)} left out` : ''}.`;
}

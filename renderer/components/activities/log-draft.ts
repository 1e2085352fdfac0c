import type { Values } from '../record-form/form-values.ts';
import type { ActivityKind } from './person.ts';
import type { Outcome } from './outcome-choice.tsx';

/** What of the person is set together with an activity. */
export const PERSON_FIELDS = ['nextCall', 'leadStatus'] as const;

export interface Draft {
  kind: ActivityKind;
  outcome: Outcome | null;
  note: string;
  /** What was touched of the person. */
  beside: Values;
  /** The shown texts of references among that. */
  texts: Readonly<Record<string, string | undefined>>;
}

/** The activity's own values, as they are stored. */
export function ownValues({ kind, outcome, note }: Pick<Draft, 'kind' | 'outcome' | 'note'>): {
  kind: ActivityKind;
  outcome: Outcome | null;
  note: string | null;
} {
  return { kind, outcome: kind === 'Call' ? outcome : null, note: note.trim() === '' ? null : note };
}

/** What is missing: an entry that says nothing helps nobody at the next call. */
export function emptinessOf(
  draft: Pick<Draft, 'kind' | 'outcome' | 'note'>,
): { field: string; message: string }[] {
  const { kind, outcome, note } = ownValues(draft);
  if (note !== null) return [];
  if (kind === 'Note') return [{ field: 'note', message: 'Write the note' }];
  if (kind === 'Call' && outcome === null)
    return [{ field: 'outcome', message: 'Choose how the call went, or write a note' }];
  return [];
}

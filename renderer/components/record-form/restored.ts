import { settableFields, type Actor } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import { proposalOf } from '#shared/model/proposals.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { givenBack } from '../drafts/typed-values.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { opened, withKept, writtenOf, type FormState } from './form-state.ts';
import { formFieldNames, type RecordFormSettings } from './form-settings.ts';
import { changedFields } from './form-values.ts';

/** A form with what was typed in it before the application stopped, as far as it has those fields and the user may set them. */
export function restored(
  form: FormState,
  { entity: name, sections, alongside = [] }: RecordFormSettings,
  actor: Actor,
  kept: KeptDraft | undefined,
): FormState {
  if (!kept) return form;
  const entity = entityOf(name);
  const stored = form.view?.record ?? { _id: '' };
  const mine = new Set([...settableFields(entity, actor, stored), ...alongside]);
  const names = [...formFieldNames(sections), ...alongside];
  const values = givenBack(entity, names, mine, kept.values, stored);
  return withKept(form, entity, values, kept, proposalOf(name));
}

/**
 * The form of the record that stays, with what was typed for the one that was merged into it: where the two differ, what
 * was typed stands against it.
 */
export function carriedOver(
  before: FormState,
  view: RecordView,
  { entity: name, sections, alongside = [] }: RecordFormSettings,
  actor: Actor,
): FormState {
  const entity = entityOf(name);
  const seen = before.view?.record ?? {};
  const mine = new Set([...settableFields(entity, actor, view.record), ...alongside]);
  const names = [...formFieldNames(sections), ...alongside].filter((field) => mine.has(field));
  const { references } = before;
  const proposal = proposalOf(name);
  const written = writtenOf(changedFields(entity, names, seen, before.draft), before, entity, proposal);
  return withKept(opened(view), entity, written, { seen, references }, proposal);
}

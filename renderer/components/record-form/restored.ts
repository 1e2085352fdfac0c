import { settableFields, type Actor } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { givenBack } from '../drafts/typed-values.ts';
import { withKept, type FormState } from './form-state.ts';
import { formFieldNames, type RecordFormSettings } from './form-settings.ts';

/** A form with what was typed in it before the application stopped, as far as it has those fields and the user may set them. */
export function restored(
  form: FormState,
  { entity: name, sections, alongside = [], proposes }: RecordFormSettings,
  actor: Actor,
  kept: KeptDraft | undefined,
): FormState {
  if (!kept) return form;
  const entity = entityOf(name);
  const stored = form.view?.record ?? { _id: '' };
  const mine = new Set([...settableFields(entity, actor, stored), ...alongside]);
  const names = [...formFieldNames(sections), ...alongside];
  const values = givenBack(entity, names, mine, kept.values, stored);
  return withKept(form, entity, values, kept, proposes?.field);
}

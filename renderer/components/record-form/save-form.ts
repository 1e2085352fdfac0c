import type { EntityDefinition } from '#shared/model/entity.ts';
import { newId } from '#shared/model/new-id.ts';
import { namesTogether, proposalOf } from '#shared/model/proposals.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { bridge } from '../../bridge/bridge.ts';
import { mayTryAgain } from '../messages/may-try-again.ts';
import { confirm } from '../messages/messages.tsx';
import { filled, issuesOf, writtenOf, type Errors, type FormState } from './form-state.ts';
import type { FormProblem, RecordFormSettings } from './form-settings.ts';
import { changedFields, type Values } from './form-values.ts';
import { isAsked } from './plain-names.ts';

export type Saved =
  /**
   * `before`: the record as the form knew it; null for a new one. `set` takes the change back; null where only what
   * belongs to the record was changed.
   */
  | {
      outcome: 'saved';
      view: RecordView;
      set: string | null;
      beside: Values;
      before: RecordView['record'] | null;
    }
  | { outcome: 'unchanged' }
  /** The user was asked, and went back into the form. */
  | { outcome: 'declined' }
  | { outcome: 'invalid'; errors: Errors };

/** What of a form is saved, and where. */
export interface SavedForm {
  settings: RecordFormSettings;
  entity: EntityDefinition;
  /** null for a new record. */
  id: string | null;
  /** The fields that are saved as the record. */
  names: readonly string[];
  /** What a new record's fields held when the form opened. */
  initial: Values;
  /** Fields whose typed names are looked up. */
  nameFields: readonly string[];
  /** What was typed into fields that are no part of the record. */
  secrets: Values;
  /** What is saved beside the record, those included: the caller does it once the record is. */
  beside: Values;
  addition: Addition;
}

/**
 * Judges what was typed, asks where there is a question, and has the desk save what has changed. Throws as the bridge
 * does, except where the error names fields.
 */
export async function saveForm(
  { draft, errors, view: opened, plainNames, overruled }: FormState,
  form: SavedForm,
): Promise<Saved> {
  const { settings, entity, id, names, initial, beside } = form;
  const stored = opened?.record ?? initial;
  const changed = changedFields(entity, names, stored, draft);
  const given: Record<string, unknown> =
    id === null
      ? filled(entity, names, draft, initial)
      : { ...changed, ...writtenOf(changed, { draft, overruled }, entity, proposalOf(entity.name)) };
  const onlyBeside = id !== null && Object.keys(given).length === 0;
  if (onlyBeside && (Object.keys(beside).length === 0 || !opened)) return { outcome: 'unchanged' };
  const issues: FormProblem[] = issuesOf(entity, given, id === null ? 'create' : 'update', opened);
  issues.push(...(settings.problems?.(draft, stored) ?? []));
  for (const name of form.nameFields) {
    const doubt = errors[name];
    if (doubt !== undefined && isAsked({ draft, errors, plainNames }, name))
      issues.push({ field: name, message: doubt });
  }
  for (const [field, value] of Object.entries(form.secrets)) {
    const message = settings.secretProblem?.(String(value), draft) ?? null;
    if (message !== null) issues.push({ field, message });
  }
  if (issues.length > 0) return invalid(issues);
  const question = settings.question?.(draft, given) ?? null;
  if (question && !(await confirm(question))) return { outcome: 'declined' };
  try {
    const view: Results['records.save'] =
      onlyBeside && opened
        ? { ...opened, set: null }
        : id === null
          ? await form.addition.make(form, given, draft)
          : await bridge.call('records.save', {
              entity: settings.entity,
              id,
              base: opened?.base ?? null,
              changes: given,
              seen: Object.fromEntries(
                namesTogether(entity.name, given).map((name) => [name, opened?.record[name] ?? null]),
              ),
            });
    return { outcome: 'saved', view, set: view.set, beside, before: opened?.record ?? null };
  } catch (error) {
    const fields = error instanceof PlainError ? (error.fields ?? []) : [];
    if (fields.length > 0) return invalid(fields);
    throw error;
  }
}

/** The first complaint about each field. */
function invalid(issues: readonly FormProblem[]): Saved {
  const errors: Record<string, string> = {};
  for (const { field, message } of issues) errors[field] ??= message;
  return { outcome: 'invalid', errors };
}

/** Adds the record of a form, once: where an earlier attempt did, what has been typed since is written into that one. */
export class Addition {
  readonly id: string;
  /** Whether an earlier attempt may have added it, although its answer was lost. */
  #perhapsMade: boolean;

  /** @param restored the id that it had before the application stopped */
  constructor(restored?: string) {
    this.id = restored ?? newId();
    this.#perhapsMade = restored !== undefined;
  }

  async make(
    { settings, entity, names }: Pick<SavedForm, 'settings' | 'entity' | 'names'>,
    given: Record<string, unknown>,
    draft: Values,
  ): Promise<Results['records.save']> {
    const about = { entity: settings.entity, id: this.id };
    const there = this.#perhapsMade ? await bridge.call('records.get', about) : null;
    try {
      if (!there && settings.add) return await settings.add({ id: this.id, changes: given });
      return await bridge.call(
        'records.save',
        there
          ? { ...about, base: there.base, changes: changedFields(entity, names, there.record, draft) }
          : { ...about, base: null, changes: given },
      );
    } catch (error) {
      this.#perhapsMade ||= mayTryAgain(error);
      throw error;
    }
  }
}

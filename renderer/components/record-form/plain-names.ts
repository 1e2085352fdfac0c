import type { EntityDefinition } from '#shared/model/entity.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import type { FormState } from './form-state.ts';
import type { Suggestion } from './form-settings.ts';
import { sameValue, type Values } from './form-values.ts';

type Choice = Results['records.choices'][number];

/** What a typed name comes to: the one record that fits it, or why there is none. */
export type Fit = { choice: Choice } | { fits: 'none' | 'several' };

/** The typed name where it is new, names no record, and was not kept as a plain name; null where all is well. */
export function openName(
  entity: EntityDefinition,
  { draft, view, plainNames }: Pick<FormState, 'draft' | 'view' | 'plainNames'>,
  name: string,
  { idField }: Suggestion,
): string | null {
  const text = draft[name];
  if (typeof text !== 'string' || text.trim() === '') return null;
  const id = draft[idField];
  if (typeof id === 'string' && id !== '') return null;
  if (view && sameValue(entity, name, view.record[name], text)) return null;
  const asked = plainNames[name];
  return asked?.kept === true && asked.text === text ? null : text;
}

/** The record of exactly this name, else the only one that was found. */
export function chosen(found: readonly Choice[], text: string): Fit {
  const named = found.filter(({ title }) => normaliseText(title) === normaliseText(text));
  const [only, another] = named.length > 0 ? named : found;
  if (!only) return { fits: 'none' };
  return another ? { fits: 'several' } : { choice: only };
}

/** The values that choosing a record gives. */
export function valuesOf(name: string, { idField }: Suggestion, { _id, title }: Choice): Values {
  return { [name]: title, [idField]: _id };
}

/** With what a typed name has come to, where it still stands there. */
export function withFit(
  data: FormState,
  name: string,
  text: string,
  suggestion: Suggestion,
  fit: Fit | null,
): FormState {
  if (fit === null || data.draft[name] !== text) return data;
  if ('choice' in fit) {
    const { [name]: _, ...errors } = data.errors;
    return { ...data, errors, draft: { ...data.draft, ...valuesOf(name, suggestion, fit.choice) } };
  }
  return {
    ...data,
    errors: { ...data.errors, [name]: suggestion.doubt(text.trim(), fit.fits) },
    plainNames: { ...data.plainNames, [name]: { text, kept: false } },
  };
}

/** With the typed name kept as it is. */
export function withPlainName(data: FormState, name: string): FormState {
  const text = data.draft[name];
  if (typeof text !== 'string') return data;
  const { [name]: _, ...errors } = data.errors;
  return { ...data, errors, plainNames: { ...data.plainNames, [name]: { text, kept: true } } };
}

/** Whether the form asks if the text that stands there is to be kept as a plain name. */
export function isAsked(
  { draft, errors, plainNames }: Pick<FormState, 'draft' | 'errors' | 'plainNames'>,
  name: string,
): boolean {
  const asked = plainNames[name];
  return asked !== undefined && !asked.kept && asked.text === draft[name] && errors[name] !== undefined;
}

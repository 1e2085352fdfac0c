import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { isOverruled, isSaidWith, withProposal, type Proposal } from '#shared/model/proposals.ts';
import { validateChanges, type FieldIssue } from '#shared/model/validation.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import type { FormProblem, RecordFormSettings } from './form-settings.ts';
import { mergeOutside, sameValue, type Values } from './form-values.ts';
import { asMeant, meantBy, UnreadText } from './unread-text.ts';

export type Errors = Readonly<Record<string, string>>;

export type FormStatus = 'loading' | 'ready' | 'failed';

/** What an open form holds; the functions below are the steps from one state to the next. */
export interface FormState {
  status: FormStatus;
  failure: unknown;
  /** The record as the draft started from it, brought up to date by what came from elsewhere. */
  view: RecordView | null;
  draft: Values;
  references: Readonly<Record<string, string>>;
  errors: Errors;
  /** Typed names that fit no record, by field: asked about, or kept as plain names. */
  plainNames: Readonly<Record<string, { text: string; kept: boolean }>>;
  /** Fields that took, and fields that stand against, a change from elsewhere. */
  taken: readonly string[];
  contested: readonly string[];
  /** Whether the user has chosen what other fields would propose: then they propose no more, as where somebody had before. */
  overruled: boolean;
  /** Deleted, or no longer for this user, while the form is open. */
  gone: boolean;
}

export const nothing: FormState = {
  status: 'loading',
  failure: null,
  view: null,
  draft: {},
  references: {},
  errors: {},
  plainNames: {},
  taken: [],
  contested: [],
  overruled: false,
  gone: false,
};

export function opened(view: RecordView): FormState {
  return { ...nothing, status: 'ready', view, draft: view.record, references: view.references };
}

/** With values that the user has given already, and what they still want. */
export function withGiven(
  data: FormState,
  entity: EntityDefinition,
  given: RecordFormSettings['given'],
  proposal: Proposal | undefined,
): FormState {
  if (!given) return data;
  const { values, errors, seen = {}, texts } = given;
  const form = {
    ...data,
    draft: { ...data.draft, ...values },
    references: { ...data.references, ...texts },
    errors,
    contested: contestedOf(data, entity, values, seen),
  };
  return withProposedFor(form, entity, values, seen, proposal);
}

/**
 * What the user has written of these changes: what is proposed is not kept, and what was chosen in its place is, also where it is as before.
 * So whoever is given them can tell.
 */
export function writtenOf(
  changes: Values,
  { draft, overruled }: Pick<FormState, 'draft' | 'overruled'>,
  entity: EntityDefinition,
  proposal: Proposal | undefined,
): Values {
  if (!proposal) return changes;
  const { [proposal.field]: _, ...others } = changes;
  if (!overruled) return others;
  const isSaid = Object.hasOwn(changes, proposal.field) || isSaidWith(entity.name, proposal.field, changes);
  return isSaid ? { ...changes, [proposal.field]: draft[proposal.field] ?? null } : changes;
}

/** With what is proposed for values that the user has written before (`writtenOf`), unless they, or others since, have chosen it. */
export function withProposedFor(
  data: FormState,
  entity: EntityDefinition,
  values: Values,
  seen: Values,
  proposal: Proposal | undefined,
): FormState {
  if (!proposal) return data;
  const { field } = proposal;
  if (Object.hasOwn(values, field)) return { ...data, overruled: true };
  if (!isChosenThere(data, proposal))
    return { ...data, draft: { ...data.draft, ...withProposal(data.draft, values, proposal) } };
  const isNews =
    Object.hasOwn(seen, field) && !sameValue(entity, field, seen[field], data.view?.record[field]);
  return isNews ? { ...data, taken: [...new Set([...data.taken, field])] } : data;
}

/** Whether the record has another value than is proposed, which somebody has chosen. */
export const isChosenThere = ({ view }: Pick<FormState, 'view'>, proposal: Proposal): boolean =>
  view !== null && isOverruled(view.record, proposal);

/** The fields that others have changed since these values were written, to another value than these. */
const contestedOf = ({ view }: FormState, entity: EntityDefinition, values: Values, seen: Values): string[] =>
  Object.keys(values).filter(
    (name) =>
      view !== null &&
      Object.hasOwn(seen, name) &&
      !sameValue(entity, name, seen[name], view.record[name]) &&
      !sameValue(entity, name, values[name], view.record[name]),
  );

/**
 * With what was typed before the application stopped. Where others have changed the same field since, what was typed
 * stands against it.
 */
export function withKept(
  data: FormState,
  entity: EntityDefinition,
  values: Values,
  { seen, references }: { seen: Values; references: FormState['references'] },
  proposal: Proposal | undefined,
): FormState {
  const form = {
    ...data,
    draft: { ...data.draft, ...values },
    references: { ...data.references, ...only(references, Object.keys(values)) },
    contested: contestedOf(data, entity, values, seen),
  };
  return withProposedFor(form, entity, values, seen, proposal);
}

/** What is wrong with these changes as a person saves them now; of a date that cannot be read, what to write. */
export function issuesOf(
  entity: EntityDefinition,
  changes: Values,
  mode: 'create' | 'update',
  view: RecordView | null,
): FieldIssue[] {
  const stored = view ? { stored: view.record } : {};
  return validateChanges(entity, changes, { mode, now: Date.now(), ...stored }).issues.map((issue) => {
    const given = changes[issue.field];
    return given instanceof UnreadText ? { ...issue, message: given.problem } : issue;
  });
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** What was typed into fields that are no part of the record. */
export function secretsOf(entity: EntityDefinition, draft: Values): Values {
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => entity.fields[name]?.kind === 'secret' && value !== '' && value !== null,
    ),
  );
}

/**
 * The fields of a new record that hold something, and those that the user has emptied of what the form offered, so that
 * nothing is put there instead. The model's defaults stay its own.
 */
export function filled(
  entity: EntityDefinition,
  names: readonly string[],
  draft: Values,
  initial: Values,
): Record<string, unknown> {
  const isEmptied = (name: string): boolean =>
    !isEmpty(initial[name]) && fieldOf(entity, name).default === undefined;
  return Object.fromEntries(
    names
      .filter((name) => !isEmpty(draft[name]) || isEmptied(name))
      .map((name) => [name, isEmpty(draft[name]) ? null : draft[name]]),
  );
}

/** With values that were typed or chosen. A complaint is looked at again while it is answered, never raised meanwhile. */
export function withTyped(data: FormState, entity: EntityDefinition, values: Values): FormState {
  let { errors } = data;
  const draft = { ...data.draft, ...values };
  for (const name of Object.keys(values).flatMap((each) => judgedTogether(entity, each))) {
    if (errors[name] !== undefined) errors = recheck(entity, { ...data, draft, errors }, name);
  }
  return { ...data, draft, errors };
}

/** Without the complaints about the form as a whole that what was typed has answered. */
export function withAnswered(
  data: FormState,
  before: readonly FormProblem[],
  after: readonly FormProblem[],
): FormState {
  const answered = before.filter(
    ({ field, message }) =>
      data.errors[field] === message && !after.some((one) => one.field === field && one.message === message),
  );
  if (answered.length === 0) return data;
  const errors = Object.entries(data.errors).filter(([name]) =>
    answered.every(({ field }) => field !== name),
  );
  return { ...data, errors: Object.fromEntries(errors) };
}

/** With what typed texts are taken for, where that is known. */
export function withMeant(data: FormState): FormState {
  const isPlain = Object.values(data.draft).every((value) => meantBy(value) === value);
  return isPlain ? data : { ...data, draft: asMeant(data.draft) };
}

/** With the records that were found for what was typed into references. */
export function withChoices(
  data: FormState,
  choices: ReadonlyMap<string, { _id: string; title: string }>,
): FormState {
  if (choices.size === 0) return data;
  const [draft, references] = [{ ...data.draft }, { ...data.references }];
  for (const [name, { _id, title }] of choices) {
    draft[name] = _id;
    references[name] = title;
  }
  return { ...data, draft, references };
}

/** With the complaint, if any, about a field that was left; an empty one that was passed by is let be. */
export function withChecked(data: FormState, entity: EntityDefinition, name: string): FormState {
  let { errors } = data;
  for (const each of judgedTogether(entity, name)) {
    const isPassedBy = isEmpty(data.draft[each]) && isEmpty(data.view?.record[each]);
    if (errors[each] === undefined && isPassedBy) continue;
    errors = recheck(entity, { ...data, errors }, each);
  }
  return { ...data, errors };
}

function recheck(entity: EntityDefinition, data: FormState, name: string): Errors {
  const given = judgedTogether(entity, name)
    .filter((each) => each === name || Object.hasOwn(data.draft, each))
    .map((each) => [each, data.draft[each] ?? null]);
  const issues = issuesOf(entity, Object.fromEntries(given), 'update', data.view);
  const { [name]: _, ...others } = data.errors;
  const issue = issues.find(({ field }) => field === name);
  return issue ? { ...others, [name]: issue.message } : others;
}

/** The field, and those whose rightness hangs on it. */
function judgedTogether(entity: EntityDefinition, name: string): string[] {
  const pairs = (entity.datesInOrder ?? []).filter((pair) => pair.includes(name));
  return [...new Set([name, ...pairs.flat()])];
}

/** With the record as it is elsewhere now; null where it is gone. */
export function withOutside(
  data: FormState,
  view: RecordView | null,
  entity: EntityDefinition,
  names: readonly string[],
  coupled: readonly [string, string][],
): FormState {
  if (!view) return { ...data, gone: true };
  if (!data.view) return data;
  const { record: former } = data.view;
  const merged = mergeOutside(entity, names, former, data.draft, view.record, coupled);
  // Who has not chosen yet, and puts the text away, has written nothing over what came.
  const unread = Object.entries(merged.draft).flatMap(([name, value]): [string, UnreadText][] =>
    value instanceof UnreadText && sameValue(entity, name, value.before ?? null, former[name])
      ? [[name, value.over(view.record[name])]]
      : [],
  );
  const together = (before: readonly string[], more: readonly string[]): string[] => [
    ...new Set([...before, ...more]),
  ];
  return {
    ...data,
    view,
    gone: false,
    draft: { ...merged.draft, ...Object.fromEntries(unread) },
    references: {
      ...data.references,
      ...textsElsewhere(view, merged.draft, names),
      ...only(
        view.references,
        unread.map(([name]) => name),
      ),
    },
    taken: together(data.taken, merged.taken),
    contested: together(data.contested, merged.contested),
  };
}

/** With what is proposed once more where a field that it follows from is changed here, and others came from elsewhere. */
export function withProposedAnew(
  data: FormState,
  entity: EntityDefinition,
  proposal: Proposal | undefined,
): FormState {
  const { view, draft, overruled } = data;
  if (!proposal || !view || overruled) return data;
  const { field, from, make } = proposal;
  // What somebody has chosen there stands: here it was only proposed.
  if (isChosenThere(data, proposal))
    return data.contested.includes(field) ? withTheirsTaken(data, field) : data;
  const isChanged = from.some((name) => !sameValue(entity, name, view.record[name], draft[name]));
  const proposed = isChanged ? make(draft) : view.record[field];
  if (proposed === undefined) return data;
  const others = (names: readonly string[]): string[] => names.filter((name) => name !== field);
  return {
    ...data,
    draft: { ...draft, [field]: proposed },
    taken: others(data.taken),
    contested: others(data.contested),
  };
}

/** With the value of elsewhere in the place of one that nobody has written here. */
function withTheirsTaken(data: FormState, field: string): FormState {
  return {
    ...data,
    draft: { ...data.draft, [field]: data.view?.record[field] ?? null },
    contested: data.contested.filter((name) => name !== field),
    taken: [...new Set([...data.taken, field])],
  };
}

/** References whose text is the one of elsewhere: those that have the same there, and those that this form does not edit. */
function textsElsewhere(
  { record, references }: RecordView,
  draft: Values,
  edited: readonly string[],
): Record<string, string> {
  return only(
    references,
    Object.keys(references).filter(
      (name) => !edited.includes(name) || (draft[name] ?? null) === (record[name] ?? null),
    ),
  );
}

function only(texts: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name)));
}

/** With the value that came from elsewhere in place of the typed one, of what belongs together with it, and what follows. */
export function withTheirs(
  data: FormState,
  name: string,
  coupled: readonly [string, string][],
  { entity, proposal }: { entity: EntityDefinition; proposal: Proposal | undefined },
): FormState {
  const group = coupled.find((pair) => pair.includes(name)) ?? [name];
  const theirs = Object.fromEntries(group.map((one) => [one, data.view?.record[one] ?? null]));
  const contested = data.contested.filter((one) => !group.includes(one));
  const taken = { ...data, draft: { ...data.draft, ...theirs }, contested };
  return proposal?.from.includes(name) ? withProposedAnew(taken, entity, proposal) : taken;
}

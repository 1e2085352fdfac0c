import type { EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { ComponentType } from 'react';
import type { Confirmation } from '../messages/messages.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import type { FieldViewProps } from './field-view.tsx';
import type { Values } from './form-values.ts';

/** A field's place on a form, where more than its name is to be said. */
export interface FormField {
  name: string;
  /** Label on this form, where it differs from the model's. */
  label?: string;
  /** Columns that it takes; `full` is a line of its own. Long texts take a full line by themselves. */
  span?: 1 | 2 | 'full';
  /** Offers records while free text stays allowed; the id of a chosen one goes into `idField`. */
  suggest?: Suggestion;
  /** What is to be said below the field about what the form holds, such as another appointment at that time. */
  note?: ComponentType<{ draft: Values; id: string | null }>;
  /** Another input, such as a rich-text editor. */
  input?: ComponentType<FieldInputProps>;
  /** Another way to show the value, such as formatted text. */
  view?: ComponentType<Omit<FieldViewProps, 'label'>>;
  hint?: string;
  /** Only where it holds something. */
  whenFilled?: boolean;
  /** Only in these modes; all of them where nothing is said. */
  modes?: readonly FormMode[];
}

/** The records that a field of free text offers. */
export interface Suggestion {
  entity: EntityName;
  idField: string;
  filter?: NonNullable<Params<'records.choices'>['filter']>;
  /** What is said where a new text names none of them, or several, until it is kept as a plain name. */
  doubt: (text: string, fits: 'none' | 'several') => string;
}

export interface FormSection {
  title: string;
  fields: readonly (string | FormField)[];
  /** Its fields are only shown on this form, whatever the role may set. */
  readOnly?: boolean;
}

export type FormMode = 'add' | 'edit' | 'view';

/**
 * The catalogue's sentence for a failed save, one for each way of saving where it has two. With `preferServer` the
 * server's own sentence stands in its place, where there is one.
 */
export type SaveFailure = string | { add: string; edit: string; preferServer?: boolean };

/** The catalogue's sentence for a failed load, one for viewing and one for editing where it has two. */
export type LoadFailure = string | { view: string; edit: string };

/** Forms of records that are on no list screen. */
export type OwnForm = 'profile' | 'enrolment';

/** One form: what it holds, section by section, and its texts. Everything else follows from the model. */
export interface RecordFormSettings {
  entity: EntityName;
  sections: readonly FormSection[];
  /** Title of the section to open the dialog at, where it is not the first. */
  startAt?: string;
  /** What the view shows, where that is not the form's fields. `_id` may stand among them. */
  viewSections?: readonly FormSection[];
  titles: Readonly<Record<FormMode, string>>;
  /** Words on the save button. */
  save: { add: string; edit: string };
  /** Toasts of a success; `autoClose` in milliseconds where section 9 says how long. */
  done: Record<'add' | 'edit', { title: string; message: string; autoClose?: number }>;
  /** The catalogue's sentences (section 8); `signedOut` is the warning where nobody is signed in any more. */
  failures: { load: LoadFailure; save: SaveFailure; signedOut?: { title: string; message: string } };
  /** Why this record stays as it is, such as a built-in role; null where it may be edited. */
  editRefused?: (record: AnyRecord) => string | null;
  /** Values of a new record beyond the model's defaults. */
  initialValues?: () => Record<string, unknown>;
  /** What one that was asked for from elsewhere begins with beyond these: it is typed already, and kept with what is typed. */
  begunWith?: Values;
  /** What is wrong with these, by field. */
  begunErrors?: Readonly<Record<string, string>>;
  /** The refused change that it mends: given up once it is saved. */
  mends?: string;
  /** Ids of the records of the same person that a new one is made of: that they have its numbers is no news. */
  madeOf?: readonly string[];
  /** What is shown of those that are references, by field. */
  initialTexts?: () => Record<string, string>;
  /** What a record that is edited is given at once, such as the status of a column, and what that still wants by field. */
  given?: {
    values: Values;
    errors: Readonly<Record<string, string>>;
    /** What whoever wrote them saw before: what others have written since stands against them. */
    seen?: Values;
    /** What is shown of those that are references, by field. */
    texts?: Readonly<Record<string, string>>;
  };
  /** In a new record a field follows another until the user writes in it, such as an address made from a title. */
  follows?: { field: string; from: string; make: (text: string) => string };
  /** How a new record is saved, where more is saved in one go with it. Rejects as the bridge does. */
  add?: (made: { id: string; changes: Record<string, unknown> }) => Promise<Results['records.save']>;
  /**
   * What can be done about the record in view, beside editing; null where there is nothing. `leaves`: the view closes
   * first.
   */
  viewAction?: (record: AnyRecord) => { label: string; run: () => void; leaves?: boolean } | null;
  /**
   * What is asked before the changes are saved: most who say so have made a slip, some mean it. Null where nothing is.
   * @param draft the whole record as it will be
   */
  question?: (draft: Values, changes: Values) => Confirmation | null;
  /** Save stays disabled while this field is blank, with the reason beside it (decision 12). */
  blank?: { field: string; reason: string };
  /** What is wrong with the form as a whole, beyond each field by itself. `seen` is the record as it is stored. */
  problems?: (draft: Values, seen: Values) => readonly FormProblem[];
  /** Fields that the server sets from another record, and that this form changes there: `afterSave` is given them. */
  alongside?: readonly string[];
  /** What is wrong with what was typed into a secret field, which the model does not judge; null where nothing is. */
  secretProblem?: (secret: string, draft: Values) => string | null;
  /**
   * What follows a save and is no part of the record, such as a password. It gets what was typed into secret fields and
   * what has changed in `alongside`, and the record as it was. Where it rejects, its sentence is shown: the record
   * itself is saved.
   */
  afterSave?: (view: RecordView, beside: Values, before: AnyRecord | null) => Promise<void>;
  /** How what is typed in it is kept, where the form is not that of a list. */
  draftAs?: { form: OwnForm; about: KeptDraft['about'] };
  /** More below the fields: gets the record that is open, null while one is added. */
  below?: ComponentType<{ mode: FormMode; record: AnyRecord | null }>;
}

export interface FormProblem {
  field: string;
  message: string;
}

export function formField(given: string | FormField): FormField {
  return typeof given === 'string' ? { name: given } : given;
}

/** Names of all fields that the form may change, companions of suggestions among them. */
export function formFieldNames(sections: readonly FormSection[]): string[] {
  return sections.flatMap((section) =>
    section.fields
      .map(formField)
      .flatMap(({ name, suggest }) => (suggest ? [name, suggest.idField] : [name])),
  );
}

/** The fields of free text that offer records, by name. */
export function suggestionsOf(sections: readonly FormSection[]): Map<string, Suggestion> {
  const places = sections.flatMap((section) => section.fields.map(formField));
  return new Map(places.flatMap(({ name, suggest }) => (suggest ? [[name, suggest] as const] : [])));
}

/** Pairs of fields that only make sense together: the name of a person and that person's id. */
export function coupledFields(sections: readonly FormSection[]): [string, string][] {
  return sections.flatMap((section) =>
    section.fields
      .map(formField)
      .flatMap(({ name, suggest }): [string, string][] => (suggest ? [[name, suggest.idField]] : [])),
  );
}

/** What is shown where the record could not be loaded (section 8). A record that is added is not loaded. */
export function loadFailureText(failure: LoadFailure, mode: FormMode): string {
  return typeof failure === 'string' ? failure : failure[mode === 'view' ? 'view' : 'edit'];
}

/**
 * What is shown where saving failed (section 8).
 * @param sentence the refusal's own; '' where it has none.
 */
export function saveFailureText(failure: SaveFailure, mode: 'add' | 'edit', sentence: string): string {
  const preferServer = typeof failure === 'object' && failure.preferServer === true;
  if (preferServer && sentence !== '') return sentence;
  const text = typeof failure === 'string' ? failure : failure[mode];
  return `${text}\n${sentence || 'What you typed is still in the form.'}`;
}

/** Whether a failure means that nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PlainError && (error.code === 'unauthenticated' || error.code === 'session-ended');
}

/** Whether a failure means that there is no such record, or none any more. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof PlainError && error.code === 'not-found';

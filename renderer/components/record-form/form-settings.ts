import type { EntityName } from '#shared/model/entities.ts';
import type { ComponentType } from 'react';
import type { FieldInputProps } from './field-input.tsx';

/** A field's place on a form, where more than its name is to be said. */
export interface FormField {
  name: string;
  /** Label on this form, where it differs from the model's. */
  label?: string;
  /** Columns that it takes; `full` is a line of its own. Long texts take a full line by themselves. */
  span?: 1 | 2 | 'full';
  /** Offers the records of an entity while free text stays allowed; the id of a chosen one goes into `idField`. */
  suggest?: { entity: EntityName; idField: string };
  /** Another input, such as a rich-text editor. */
  input?: ComponentType<FieldInputProps>;
  hint?: string;
}

export interface FormSection {
  title: string;
  fields: readonly (string | FormField)[];
}

export type FormMode = 'add' | 'edit' | 'view';

/** One form: what it holds, section by section, and its texts. Everything else follows from the model. */
export interface RecordFormSettings {
  entity: EntityName;
  sections: readonly FormSection[];
  titles: Readonly<Record<FormMode, string>>;
  /** Words on the save button. */
  save: { add: string; edit: string };
  /** Toasts of a success. */
  done: Record<'add' | 'edit', { title: string; message: string }>;
  /** The catalogue's sentences (section 8). */
  failures: { load: string; save: string };
  /** Values of a new record beyond the model's defaults. */
  initialValues?: () => Record<string, unknown>;
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

/** Pairs of fields that only make sense together: the name of a person and that person's id. */
export function coupledFields(sections: readonly FormSection[]): [string, string][] {
  return sections.flatMap((section) =>
    section.fields
      .map(formField)
      .flatMap(({ name, suggest }): [string, string][] => (suggest ? [[name, suggest.idField]] : [])),
  );
}

import type { EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { RecordView } from '#shared/protocol/bridge.ts';
import type { ComponentType } from 'react';
import type { FieldInputProps } from './field-input.tsx';
import type { FieldViewProps } from './field-view.tsx';
import type { Values } from './form-values.ts';

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
  /** Another way to show the value, such as formatted text. */
  view?: ComponentType<Omit<FieldViewProps, 'label'>>;
  hint?: string;
  /** Only in these modes; all of them where nothing is said. */
  modes?: readonly FormMode[];
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
  /** What the view shows, where that is not the form's fields. `_id` may stand among them. */
  viewSections?: readonly FormSection[];
  titles: Readonly<Record<FormMode, string>>;
  /** Words on the save button. */
  save: { add: string; edit: string };
  /** Toasts of a success. */
  done: Record<'add' | 'edit', { title: string; message: string }>;
  /** The catalogue's sentences (section 8). */
  failures: { load: string; save: string };
  /** Values of a new record beyond the model's defaults. */
  initialValues?: () => Record<string, unknown>;
  /** Save stays disabled while this field is blank, with the reason beside it (decisions, "Screens"). */
  blank?: { field: string; reason: string };
  /**
   * What follows a save and is no part of the record, such as a password. It gets what was typed into secret fields.
   * Where it rejects, its sentence is shown: the record itself is saved.
   */
  afterSave?: (view: RecordView, secrets: Values) => Promise<void>;
  /** More below the fields: gets the record that is open, null while one is added. */
  below?: ComponentType<{ mode: FormMode; record: AnyRecord | null }>;
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

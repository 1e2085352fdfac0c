import { Anchor } from '@mantine/core';
import type { EntityName } from '#shared/model/entities.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { text, type Field } from '#shared/model/field.ts';
import { proposalOf } from '#shared/model/proposals.ts';
import type { ReactNode } from 'react';
import { isAskedIn, KnownContact } from '../known-contact/known-contact.tsx';
import { personOf } from '../activities/person.ts';
import { fieldText } from '../field-text.ts';
import { FieldInput } from './field-input.tsx';
import { FieldView } from './field-view.tsx';
import { formField, type FormField, type FormMode, type FormSection } from './form-settings.ts';
import type { Values } from './form-values.ts';
import { SuggestInput } from './inputs/suggest-input.tsx';
import classes from './record-form.module.css';
import type { RecordForm } from './use-record-form.ts';

interface FormSectionsProps {
  sections: readonly { section: FormSection; id: string }[];
  mode: FormMode;
  form: RecordForm;
  /** Whether the sections show their titles. */
  titled: boolean;
}

export function FormSections({ sections, mode, form, titled }: FormSectionsProps): ReactNode {
  // One sentence about two fields, such as "Title and Email are required", stands beside the first of them only.
  const { requiredMessage } = form.entity;
  const first = sections
    .flatMap(({ section }) => section.fields.map(formField))
    .find(({ name }) => requiredMessage !== undefined && form.errors[name] === requiredMessage)?.name;
  const isSaid = (name: string): boolean =>
    first !== undefined && name !== first && form.errors[name] === requiredMessage;
  return sections.map(({ section, id }) => (
    <section key={id} id={id} className={classes.section}>
      {titled && <h3 className={classes.sectionTitle}>{section.title}</h3>}
      <div className={classes.fields} data-view={mode === 'view' || section.readOnly || undefined}>
        {section.fields.map((given) => {
          const place = formField(given);
          if (!isShown(place, mode, form)) return null;
          return (
            <div key={place.name} style={{ gridColumn: columnsOf(place, form) }}>
              <FormCell
                place={place}
                shownOnly={mode === 'view' || section.readOnly === true}
                isSaid={isSaid(place.name)}
                form={form}
              />
            </div>
          );
        })}
      </div>
    </section>
  ));
}

/** Whether a field has a place on the form at all: what one may not read is not hinted at. */
export function isShown({ name, modes, whenFilled }: FormField, mode: FormMode, form: RecordForm): boolean {
  if (modes && !modes.includes(mode)) return false;
  if (name === ID) return mode === 'view';
  if (whenFilled && !textOf(form.record?.[name])) return false;
  // A secret can be given, never read.
  if (fieldOf(form.entity, name).kind === 'secret') return mode !== 'view';
  return mode === 'add' ? isEditable(name, form) : form.readable.has(name);
}

/** Whether the form may change it: in the record, or beside it. */
function isEditable(name: string, { settable, alongside }: RecordForm): boolean {
  return settable.has(name) || alongside.includes(name);
}

function columnsOf(place: FormField, form: RecordForm): string | undefined {
  const { kind } = fieldNamed(form.entity, place.name);
  const span = place.span ?? (kind === 'longText' || kind === 'richText' || kind === 'object' ? 'full' : 1);
  if (span === 'full') return '1 / -1';
  return span === 1 ? undefined : `span ${span}`;
}

const ID = '_id';
const idField = text('ID');

/** The field of that name; a view may also show the record's `_id`, which is no field. */
function fieldNamed(entity: EntityDefinition, name: string): Field {
  return name === ID ? idField : fieldOf(entity, name);
}

interface FormCellProps {
  place: FormField;
  shownOnly: boolean;
  /** Whether its error stands beside a field before it. */
  isSaid: boolean;
  form: RecordForm;
}

/** A field at its place: to write in, or only shown. */
export function FormCell({ place, shownOnly, isSaid, form }: FormCellProps): ReactNode {
  const { name } = place;
  const field = fieldNamed(form.entity, name);
  const label = place.label ?? field.label;
  if (shownOnly || (field.kind !== 'secret' && !isEditable(name, form))) {
    return (
      <FieldView
        field={field}
        label={label}
        value={form.record?.[name]}
        referenceText={form.references[name]}
        of={textOf(form.record?.[form.entity.title])}
        about={personOf(form.entity, form.record)}
        note={proposedOtherwise(name, form, form.record ?? {})}
        {...(field.chatOn ? { chat: form.record?.[field.chatOn] } : {})}
        {...(place.view ? { content: place.view } : {})}
      />
    );
  }
  const props = {
    name,
    field,
    label,
    value: form.draft[name],
    referenceText: form.references[name],
    error: isSaid ? (true as const) : form.errors[name],
    hint: form.contested.includes(name)
      ? outsideHint(name, form)
      : form.blank?.field === name
        ? form.blank.reason
        : place.suggest && form.asksAboutName(name)
          ? plainNameHint(name, form)
          : // The reason's line stays: Save must not move with the first letter.
            (place.hint ??
            proposedOtherwise(name, form, form.draft) ??
            (form.needed === name ? '\u00a0' : undefined)),
    onChange: form.change,
    onBlur: form.check,
    // Only a picture needs it: all others would be drawn anew with every letter of the name.
    ...(field.kind === 'file' ? { of: textOf(form.draft[form.entity.title]) } : {}),
  };
  const Input = place.input ?? FieldInput;
  const Note = place.note;
  return (
    <>
      {place.suggest ? (
        <SuggestInput {...props} suggest={place.suggest} onKeep={form.keepPlainName} />
      ) : (
        <Input {...props} />
      )}
      {isContact(field) &&
        isAskedIn(form.entity.name) &&
        (form.draft[name] ?? null) !== (form.record?.[name] ?? null) && (
          <KnownContact
            entity={form.entity.name as EntityName}
            field={name}
            value={form.draft[name]}
            id={form.record?._id ?? null}
            own={ownRecords(form)}
          />
        )}
      {Note && <Note draft={form.draft} id={form.record?._id ?? null} />}
    </>
  );
}

/**
 * What the fields say that propose this one's value, where it is another: it may be chosen freely, and is seen so. As where the fee
 * was raised on one computer while another one took in what had been the rest.
 */
function proposedOtherwise(
  name: string,
  { entity, readable, settable }: RecordForm,
  values: Values,
): string | undefined {
  const proposal = proposalOf(entity.name);
  if (proposal?.field !== name) return undefined;
  const { from, make } = proposal;
  const isKnown = from.every((each) => readable.has(each) || settable.has(each));
  if (!isKnown || from.some((each) => typeof values[each] !== 'number')) return undefined;
  const [value, proposed] = [values[name] ?? null, make(values)];
  if (value === null || typeof proposed !== 'string' || proposed === value) return undefined;
  return `By ${from.map((each) => fieldOf(entity, each).label).join(' and ')}: ${proposed}`;
}

/** Ids of records of the same person: those that this one is made of, and those that it names. */
function ownRecords({ entity, draft, madeOf }: RecordForm): string[] {
  const named = storedFields(entity).flatMap(([name, { target }]) => {
    const id = draft[name];
    return target && typeof id === 'string' ? [id] : [];
  });
  return [...madeOf, ...named];
}

const isContact = ({ kind }: Field): boolean => kind === 'phone' || kind === 'email';

/** The way to keep a name that fits no record. */
function plainNameHint(name: string, form: RecordForm): ReactNode {
  return (
    <Anchor component="button" type="button" size="xs" onClick={() => form.keepPlainName(name)}>
      Keep “{textOf(form.draft[name]).trim()}” as a plain name
    </Anchor>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** As much of a long text as tells it apart, in characters. */
const HINT_LENGTH = 160;

/** The value that stands elsewhere, beside the one that was typed, with the way to take it. */
function outsideHint(name: string, form: RecordForm): ReactNode {
  const whole = fieldText(fieldOf(form.entity, name), form.record?.[name]);
  const text = whole.length > HINT_LENGTH ? `${whole.slice(0, HINT_LENGTH).trimEnd()}…` : whole;
  return (
    <>
      Elsewhere: {text === '' ? 'empty' : text}.{' '}
      <Anchor component="button" type="button" size="xs" onClick={() => form.takeOutside(name)}>
        Use that
      </Anchor>
    </>
  );
}

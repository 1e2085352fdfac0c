import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { ImportableEntity } from '#shared/protocol/import.ts';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { placesForMany, type PlaceForMany } from '../../components/bulk-actions/places-for-many.ts';
import { titlesOf } from '../../components/field-filters/use-value-texts.ts';
import { FieldInput } from '../../components/record-form/field-input.tsx';
import { issuesOf } from '../../components/record-form/form-state.ts';
import { SuggestInput } from '../../components/record-form/inputs/suggest-input.tsx';
import { useRole } from '../../stores/session.ts';
import type { ChangeColumns, ColumnDraft } from './column-draft.ts';
import { importForms } from './import-forms.ts';
import { bestFirst } from '../../components/record-form/inputs/best-first.ts';
import classes from './import.module.css';

interface FixedValuesProps {
  entity: ImportableEntity;
  draft: ColumnDraft;
  /** What people read for values that are references, by field. */
  texts: Readonly<Record<string, string>>;
  onChange: ChangeColumns;
  onText: (field: string, text: string) => void;
}

/** Values that every row gets, such as where a bought list came from. */
export function FixedValues({ entity, draft, texts, onChange, onText }: FixedValuesProps): ReactNode {
  const role = useRole();
  const [added, setAdded] = useState<readonly string[]>([]);
  const select = useRef<HTMLInputElement>(null);
  const places = placesForMany(importForms[entity], role).filter(({ name }) => !draft.fields.includes(name));
  const isShown = ({ name }: PlaceForMany): boolean =>
    added.includes(name) || Object.hasOwn(draft.fixed, name);
  const put = (values: Record<string, unknown>): void =>
    onChange((now) => {
      const fixed = Object.entries({ ...now.fixed, ...values }).filter(([, value]) => value !== undefined);
      return { ...now, fixed: Object.fromEntries(fixed) };
    });
  /** One that is emptied, to be written anew, stays. */
  const keepShown = (name: string): void => setAdded((now) => (now.includes(name) ? now : [...now, name]));
  const begin = (name: string | null): void => {
    if (name === null) return;
    keepShown(name);
    if (fieldOf(entityOf(entity), name).kind === 'boolean') put({ [name]: false });
  };
  const remove = ({ name, suggest }: PlaceForMany): void => {
    setAdded((now) => now.filter((each) => each !== name));
    put({ [name]: undefined, ...(suggest ? { [suggest.idField]: undefined } : {}) });
    select.current?.focus();
  };
  return (
    <section aria-label="The same for all rows" className={classes.part}>
      <h2 className={classes.partTitle}>The same for all rows</h2>
      {places.filter(isShown).map((place) => (
        <div key={place.name} className={classes.fixed}>
          <FixedValue
            entity={entity}
            place={place}
            value={draft.fixed[place.name]}
            text={texts[place.name]}
            onValue={(name, value) => {
              keepShown(place.name);
              put({ [name]: value ?? undefined });
            }}
            onText={onText}
          />
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={`Remove ${place.label}`}
            onClick={() => remove(place)}
          >
            Remove
          </Button>
        </div>
      ))}
      <Select
        ref={select}
        size="xs"
        className={classes.choice}
        aria-label="Field with the same value for all rows"
        placeholder="Choose a field"
        data={places.filter((place) => !isShown(place)).map(({ name, label }) => ({ value: name, label }))}
        value={null}
        onChange={begin}
        searchable
        filter={bestFirst}
        openOnFocus={false}
        selectFirstOptionOnChange
        nothingFoundMessage="Nothing found"
        comboboxProps={{ keepMounted: false, transitionProps: { duration: 0 } }}
      />
    </section>
  );
}

interface FixedValueProps {
  entity: ImportableEntity;
  place: PlaceForMany;
  value: unknown;
  text: string | undefined;
  onValue: (name: string, value: unknown) => void;
  onText: (field: string, text: string) => void;
}

/** A value as the form of one record asks for it. */
function FixedValue({ entity, place, value, text, onValue, onText }: FixedValueProps): ReactNode {
  const definition = entityOf(entity);
  const { name, label, suggest, input: Input = FieldInput } = place;
  const field = fieldOf(definition, name);
  const isKept = field.target !== undefined && typeof value === 'string' && text === undefined;
  // What was chosen before the screen was opened is kept by its id alone.
  const { data: title } = useQuery({
    queryKey: ['import-fixed', field.target?.entity, value],
    queryFn: async () => (await titlesOf(field.target?.entity ?? '', [String(value)])).get(String(value)),
    enabled: isKept,
  });
  const isSaid = value !== undefined && value !== null && value !== '';
  const [issue] = isSaid ? issuesOf(definition, { [name]: value }, 'update', null) : [];
  const props = {
    name,
    field,
    label,
    value,
    referenceText: text ?? title,
    error: issue?.message,
    onChange: (of: string, next: unknown, referenceText?: string) => {
      onValue(of, next);
      if (referenceText !== undefined) onText(of, referenceText);
    },
  };
  return suggest ? (
    <SuggestInput {...props} suggest={suggest} onKeep={() => undefined} />
  ) : (
    <Input {...props} />
  );
}

import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { useCallback, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FirstFocus } from '../keyboard/first-focus.tsx';
import { useRole } from '../../stores/session.ts';
import { FieldInput } from '../record-form/field-input.tsx';
import { fitOf } from '../record-form/find-fit.ts';
import { isEmpty, issuesOf } from '../record-form/form-state.ts';
import type { Values } from '../record-form/form-values.ts';
import { SuggestInput } from '../record-form/inputs/suggest-input.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import type { SelectedRows } from './bulk-action.ts';
import { recordsText } from './many-wording.ts';
import { placesForMany, type PlaceForMany } from './places-for-many.ts';
import { choicesTyped } from '../record-form/find-choice.ts';
import { meantBy } from '../record-form/unread-text.ts';
import { bestFirst } from '../record-form/inputs/best-first.ts';
import { setRows } from './run-many.ts';

/** Chooses a field and its value, and gives it to all selected records. */
export function SetFieldDialog({ rows, onClose }: { rows: SelectedRows; onClose: () => void }): ReactNode {
  const { entity, form, count } = rows;
  const role = useRole();
  const [opened, setOpened] = useLateOpening();
  const [place, setPlace] = useState<PlaceForMany | null>(null);
  const [draft, setDraft] = useState<Values>({});
  const [reference, setReference] = useState<string | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const [plain, setPlain] = useState<string | null>(null);
  const applied = useRef(false);
  // A repeated press, and a Retry, are the same change.
  const [id] = useState(() => crypto.randomUUID());
  const definition = entityOf(entity);
  const places = form ? placesForMany(form, role) : [];
  const people = recordsText(entity, count ?? 0);

  const change = useCallback((name: string, value: unknown, text?: string) => {
    setDraft((now) => ({ ...now, [name]: value }));
    setError(undefined);
    if (text !== undefined) setReference(text);
  }, []);
  const choose = (name: string | null): void => {
    const next = places.find((each) => each.name === name) ?? null;
    setPlace(next);
    setError(undefined);
    setReference(undefined);
    setPlain(null);
    const isYesOrNo = next && fieldOf(definition, next.name).kind === 'boolean';
    setDraft(isYesOrNo ? { [next.name]: false } : {});
  };

  /** The values to set; null with a complaint beside the field. */
  const settled = async (): Promise<Record<string, unknown> | null> => {
    if (!place) return null;
    const { name, suggest } = place;
    const values: Record<string, unknown> = { [name]: meantBy(draft[name]) ?? null };
    for (const [field, { _id }] of await choicesTyped(definition, values)) values[field] = _id;
    if (suggest) {
      values[suggest.idField] = draft[suggest.idField] ?? null;
      const text = draft[name];
      if (
        typeof text === 'string' &&
        text.trim() !== '' &&
        isEmpty(values[suggest.idField]) &&
        plain !== text
      ) {
        const fit = await fitOf(suggest, text);
        if (fit && 'choice' in fit) values[suggest.idField] = fit.choice._id;
        else if (fit) {
          setError(suggest.doubt(text.trim(), fit.fits));
          return null;
        }
      }
    }
    const [issue] = issuesOf(definition, values, 'update', null);
    setError(issue?.message);
    return issue ? null : values;
  };

  const apply = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (applied.current) return;
    applied.current = true;
    const changes = await settled();
    applied.current = changes !== null;
    if (!changes) return;
    setOpened(false);
    void setRows({ ...rows.asked, changes }, id);
  };

  const sections = [...new Set(places.map(({ section }) => section))];
  const props = place && {
    name: place.name,
    field: fieldOf(definition, place.name),
    label: place.label,
    value: draft[place.name],
    referenceText: reference,
    error,
    onChange: change,
  };
  const Input = place?.input ?? FieldInput;
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title={`Set a field of ${people}`}
      centered
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={(event) => void apply(event)} noValidate>
        <FirstFocus />
        <Select
          data-autofocus
          label="Field"
          placeholder="Choose a field"
          data={sections.map((section) => ({
            group: section,
            items: places
              .filter((each) => each.section === section)
              .map(({ name, label }) => ({ value: name, label })),
          }))}
          value={place?.name ?? null}
          onChange={choose}
          allowDeselect={false}
          searchable
          filter={bestFirst}
          openOnFocus={false}
          selectFirstOptionOnChange
          selectFirstOptionOnDropdownOpen
          nothingFoundMessage="Nothing found"
          comboboxProps={{ transitionProps: { duration: 0 } }}
          mb="md"
        />
        {place && props && (
          <div key={place.name}>
            {place.suggest ? (
              <SuggestInput
                {...props}
                suggest={place.suggest}
                onKeep={(name) => {
                  setPlain(typeof draft[name] === 'string' ? draft[name] : null);
                  setError(undefined);
                }}
              />
            ) : (
              <Input {...props} />
            )}
            <Text size="sm" c="dimmed" mt="sm" role="status">
              {isEmpty(draft[place.name])
                ? `${place.label} of ${people} will be emptied.`
                : `${people} will have this ${place.label}.`}
            </Text>
          </div>
        )}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={() => setOpened(false)}>
            Cancel
          </Button>
          <Button type="submit" disabled={place === null}>
            Apply
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

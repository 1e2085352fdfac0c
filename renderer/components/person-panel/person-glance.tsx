import { fieldOf } from '#shared/model/entity.ts';
import type { ReactNode } from 'react';
import { LastActivityCell } from '../activities/last-activity.tsx';
import { useMayReadActivities } from '../activities/log-call.ts';
import type { Person } from '../activities/person.ts';
import { fieldText } from '../field-text.ts';
import { Nothing } from '../record-form/field-view.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import type { RecordForm } from '../record-form/use-record-form.ts';
import { FieldInPlace } from './field-in-place.tsx';
import classes from './person-panel.module.css';
import { PERSON_FIELDS } from './person-fields.ts';

interface PersonGlanceProps {
  settings: RecordFormSettings;
  /** The person in view. */
  form: RecordForm;
  person: Person;
  /** Opens the form with all fields. */
  onWhole: () => void;
  /** Hears that a field is being written in (1), and that it is no more (-1). */
  onEditing: (by: 1 | -1) => void;
}

/** What one wants to know of a person before a call, and what is edited most, in place. */
export function PersonGlance({ settings, form, person, onWhole, onEditing }: PersonGlanceProps): ReactNode {
  const mayReadActivities = useMayReadActivities();
  const { told, edited } = PERSON_FIELDS[person.entity];
  const inPlace = (name: string): ReactNode => (
    <FieldInPlace key={`${person.id} ${name}`} {...{ settings, form, name, onEditing, onWhole }} />
  );
  return (
    <>
      <div className={classes.glance}>
        {told.filter(isTold(form)).map(inPlace)}
        <Balance form={form} />
        {mayReadActivities && (
          <div role="group" aria-label="Last activity" className={classes.last}>
            <div className={classes.label}>Last activity</div>
            <LastActivityCell entity={person.entity} id={person.id} none={<Nothing />} />
          </div>
        )}
      </div>
      <div className={classes.edited}>{edited.map(inPlace)}</div>
    </>
  );
}

/** What may be read, and of links only those that lead somewhere. */
const isTold =
  ({ entity, record, readable }: RecordForm) =>
  (name: string): boolean => {
    const isLink = fieldOf(entity, name).kind === 'reference';
    return readable.has(name) && !(isLink && (record?.[name] ?? null) === null);
  };

/** What is still to be paid, for roles that see both amounts. */
function Balance({ form }: { form: RecordForm }): ReactNode {
  const { entity, record, readable } = form;
  if (!readable.has('fee') || !readable.has('recievedAmount')) return null;
  const [fee, received] = [record?.['fee'], record?.['recievedAmount'] ?? 0];
  if (typeof fee !== 'number' || typeof received !== 'number') return null;
  return (
    <div role="group" aria-label="Balance">
      <div className={classes.label}>Balance</div>
      {fieldText(fieldOf(entity, 'fee'), Math.max(0, fee - received))}
    </div>
  );
}

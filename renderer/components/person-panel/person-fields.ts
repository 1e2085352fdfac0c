import type { Person } from '../activities/person.ts';
import {
  formField,
  type FormField,
  type FormSection,
  type RecordFormSettings,
} from '../record-form/form-settings.ts';

interface PersonFields {
  /** What is edited most, in place. */
  edited: readonly string[];
  /** What else one wants to know at a glance. */
  told: readonly string[];
}

export const PERSON_FIELDS: Readonly<Record<Person['entity'], PersonFields>> = {
  candidate: {
    edited: ['interviewStatus', 'placementStatus', 'nextCall', 'counselor', 'remarks'],
    told: ['mobile', 'email', 'enrolledCourse', 'fee', 'recievedAmount', 'paymentStatus', 'map', 'inquiry'],
  },
  inquiry: {
    edited: ['leadStatus', 'interviewStatus', 'nextCall', 'assignedTo', 'notes'],
    told: ['mobile', 'internshipType', 'enrolledAs', 'contact'],
  },
};

/** Where a field stands in a form, with what the form says of it: in what edits a record, or else in its view. */
export const placeIn = ({ sections, viewSections = [] }: RecordFormSettings, name: string): FormField =>
  placeOf([...sections, ...viewSections], name);

/** Whether the form lets it be written: a link to another record follows what is done, and is not. */
export const isEditedIn = ({ sections }: RecordFormSettings, name: string): boolean =>
  sections.some(({ fields }) =>
    fields.map(formField).some((place) => place.name === name && (place.modes?.includes('edit') ?? true)),
  );

/** Where a field stands in what shows a record, called as where it is edited. */
export function viewIn(settings: RecordFormSettings, name: string): FormField {
  const { sections, viewSections = [] } = settings;
  const { label: _its, ...shown } = placeOf([...viewSections, ...sections], name);
  const called = placeIn(settings, name).label;
  return called === undefined ? shown : { ...shown, label: called };
}

function placeOf(sections: readonly FormSection[], name: string): FormField {
  const places = sections.flatMap(({ fields }) => fields.map(formField));
  return places.find((place) => place.name === name) ?? { name };
}

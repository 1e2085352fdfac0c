import type { Person } from '../activities/person.ts';
import { formField, type FormField, type RecordFormSettings } from '../record-form/form-settings.ts';

interface PersonFields {
  /** What is edited most, in place. */
  edited: readonly string[];
  /** What else one wants to know at a glance. */
  told: readonly string[];
}

export const PERSON_FIELDS: Readonly<Record<Person['entity'], PersonFields>> = {
  candidate: {
    edited: ['interviewStatus', 'placementStatus', 'nextCall', 'counselor', 'remarks'],
    told: ['mobile', 'email', 'enrolledCourse', 'fee', 'recievedAmount', 'paymentStatus', 'map'],
  },
  inquiry: {
    edited: ['leadStatus', 'interviewStatus', 'nextCall', 'assignedTo', 'notes'],
    told: ['mobile', 'internshipType', 'enrolledAs'],
  },
};

/** Where a field stands in a form, with what the form says of it. */
export function placeIn({ sections, viewSections = [] }: RecordFormSettings, name: string): FormField {
  const places = [...sections, ...viewSections].flatMap(({ fields }) => fields.map(formField));
  return places.find((place) => place.name === name) ?? { name };
}

/** How it is shown, which the view may say otherwise than the form. */
export function viewIn({ sections, viewSections }: RecordFormSettings, name: string): FormField {
  const places = [...(viewSections ?? []), ...sections].flatMap(({ fields }) => fields.map(formField));
  return places.find((place) => place.name === name) ?? { name };
}

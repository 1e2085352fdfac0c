import { fieldsForMany } from '#shared/model/for-many.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Role } from '#shared/access/roles.ts';
import { formField, type FormField, type RecordFormSettings } from '../record-form/form-settings.ts';

/** A field that many can be given, with its place in the form of one. */
export interface PlaceForMany extends FormField {
  label: string;
  /** Title of the section that it stands in. */
  section: string;
}

/** The fields that somebody with the role sets for many at once, in the order of the form that edits one. */
export function placesForMany({ entity: name, sections }: RecordFormSettings, role: Role): PlaceForMany[] {
  const entity = entityOf(name);
  const names = new Set(fieldsForMany(entity, role));
  return sections
    .filter(({ readOnly }) => readOnly !== true)
    .flatMap(({ title, fields }) =>
      fields.map(formField).flatMap((place): PlaceForMany[] => {
        const isEdited = place.modes === undefined || place.modes.includes('edit');
        if (!names.has(place.name) || !isEdited) return [];
        return [{ ...place, label: place.label ?? fieldOf(entity, place.name).label, section: title }];
      }),
    );
}

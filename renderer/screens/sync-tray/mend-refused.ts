import { mayCreate, mayUpdate } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { pathShowing } from '#shared/access/routes.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import type { AskedForm } from '../../stores/asked-form.ts';

/** A form that is asked for with what the server refused. */
export type MendingForm = Omit<AskedForm, 'asking'>;

/**
 * Whether what was refused can be written once more in its form: it was not made in one go with others, and nothing else in the
 * tray hangs on it, which would be given up with it.
 * @param entries all of the tray
 */
export function isMendable(entry: TrayEntry, entries: readonly TrayEntry[], role: Role): boolean {
  const { kind, action, entity, set, there, fields, recordId } = entry;
  if (kind !== 'refused' || (set !== null && set.all > 1) || fields.length === 0) return false;
  if (pathShowing(entity, role) === undefined) return false;
  const definition = entityOf(entity);
  const may = action === 'create' ? mayCreate(definition, role) : mayUpdate(definition, role);
  if (!may || !(action === 'create' || (action === 'update' && there))) return false;
  return entries.every(
    (other) =>
      other === entry ||
      isEditOf(entry, other) ||
      (other.recordId !== recordId && other.fields.every(({ value }) => value !== recordId)),
  );
}

/** Whether it was made to a new record that was refused, before anybody knew: the form has it too, and it goes with that one. */
const isEditOf = ({ action, recordId, entity }: TrayEntry, other: TrayEntry): boolean =>
  action === 'create' && other.action === 'update' && other.entity === entity && other.recordId === recordId;

/**
 * The form with what was written, and what others have written there since; the refused change is given up once that is saved.
 * @param entries all of the tray
 */
export function mendingForm(entry: TrayEntry, entries: readonly TrayEntry[], role: Role): MendingForm {
  const { entity, recordId, action, id } = entry;
  const definition = entityOf(entity);
  const later = entries
    .filter((other) => isEditOf(entry, other))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const written = [entry, ...later]
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => isWritten(definition, name));
  const values = new Map<string, unknown>();
  // What was proposed is proposed anew: only what was chosen is given to the form.
  for (const { name, value, isProposed } of written) {
    values.delete(name);
    if (!isProposed) values.set(name, value);
  }
  return {
    path: pathShowing(entity, role) ?? '',
    mode: action === 'create' ? 'add' : 'edit',
    id: action === 'create' ? null : recordId,
    values: Object.fromEntries(values),
    texts: Object.fromEntries(
      written.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text]])),
    ),
    ...(entry.seen ? { seen: entry.seen } : {}),
    errors: Object.fromEntries(
      written.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem]])),
    ),
    mends: id,
  };
}

function isWritten(definition: EntityDefinition, name: string): boolean {
  if (!Object.hasOwn(definition.fields, name)) return false;
  const { kind, serverSet } = fieldOf(definition, name);
  return kind !== 'secret' && serverSet !== true;
}

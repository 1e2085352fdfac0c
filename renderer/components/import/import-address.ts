import { mayCreate } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { mayOpen } from '#shared/access/routes.ts';
import { entityOf } from '#shared/model/entities.ts';
import { IMPORTABLE, type ImportableEntity } from '#shared/protocol/import.ts';

export const IMPORT_PATH = '/import';
const INTO = 'into';

/** The lists whose Import stands beside their Add: where all records of the entity are. */
const MAIN_LISTS: Readonly<Record<ImportableEntity, string>> = {
  candidate: 'candidates',
  inquiry: 'inquiries',
  hrRecord: 'hrRecords',
  contactInquiry: 'contacts',
};

/** What somebody with the role may bring in from a file. */
export function importables(role: Role): ImportableEntity[] {
  if (!mayOpen(IMPORT_PATH, role)) return [];
  return IMPORTABLE.filter((entity) => mayCreate(entityOf(entity), role));
}

export const importAddress = (entity: ImportableEntity): string => `${IMPORT_PATH}?${INTO}=${entity}`;

/** What an address asks to bring in; null where it says nothing that can be. */
export function askedEntity(search: string): ImportableEntity | null {
  const asked = new URLSearchParams(search).get(INTO);
  return IMPORTABLE.find((entity) => entity === asked) ?? null;
}

/** The entity where the list is the one beside which Import stands; null elsewhere. */
export function importedOn(entity: string, list: string): ImportableEntity | null {
  return IMPORTABLE.find((each) => each === entity && MAIN_LISTS[each] === list) ?? null;
}

export const mainListOf = (entity: ImportableEntity): string => `${entity}.${MAIN_LISTS[entity]}`;

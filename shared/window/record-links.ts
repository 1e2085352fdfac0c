import { routes } from '../access/routes.ts';
import { entityNames, entityOf, isEntityName, type EntityName } from '../model/entities.ts';

/** A record as a link names it. */
export interface LinkedRecord {
  entity: EntityName;
  id: string;
}

/** What links to records begin with, as the system knows the application by it. */
export const LINK_SCHEME = 'placement-desk';

/** The page that leads to a linked record, as in `/open/candidate/…`. */
export const OPEN_PATH = '/open';

/** Ids are UUIDs, and those of the old system 24 digits. */
const ID = '[0-9A-Za-z-]{1,64}';
const LINK = new RegExp(`^${LINK_SCHEME}://([a-z-]{1,40})/(${ID})/?$`, 'i');
const OPEN_ADDRESS = new RegExp(`^${OPEN_PATH}/([a-z-]{1,40})/(${ID})$`);
const LONGEST = 200;

/** What some screen shows under an address of its own. */
const shown = new Set(routes.flatMap(({ shows, showsPartOf }) => shows ?? showsPartOf ?? []));

/** Entities by the name that links have for them: that of the label, such as `hr-record`. */
const byLinkName = new Map<string, EntityName>(
  entityNames.filter((entity) => shown.has(entity)).map((entity) => [linkName(entity), entity]),
);

function linkName(entity: EntityName): string {
  return entityOf(entity).label.toLowerCase().replaceAll(' ', '-');
}

/** The link to a record, which opens it in the desktop application of whoever may see it; null where no screen shows such. */
export function recordLink({ entity, id }: LinkedRecord): string | null {
  return shown.has(entity) ? `${LINK_SCHEME}://${linkName(entity)}/${id}` : null;
}

/** Reads a link that came from anywhere; null for whatever is none. */
export function readRecordLink(text: string): LinkedRecord | null {
  return text.length > LONGEST ? null : named(LINK.exec(text));
}

/** A record of an entity, where some screen shows such; null elsewhere. */
export function linkedRecord(entity: string, id: string): LinkedRecord | null {
  return isEntityName(entity) && shown.has(entity) ? { entity, id } : null;
}

/** The address of the page that leads to the record. */
export function openAddress({ entity, id }: LinkedRecord): string {
  return `${OPEN_PATH}/${linkName(entity)}/${id}`;
}

/** Reads such an address; null where it is another. */
export function readOpenAddress(path: string): LinkedRecord | null {
  return named(OPEN_ADDRESS.exec(path));
}

/**
 * The record that an address of the application shows.
 * @param address path and query, as in `/candidate?record=…`
 */
export function recordAtAddress(path: string, query: URLSearchParams): LinkedRecord | null {
  const linked = readOpenAddress(path);
  if (linked) return linked;
  const id = query.get('record');
  const route = routes.find((each) => each.path === path);
  const entity = route?.shows ?? route?.showsPartOf;
  return id !== null && entity !== undefined && new RegExp(`^${ID}$`).test(id) ? { entity, id } : null;
}

function named(match: RegExpExecArray | null): LinkedRecord | null {
  const entity = byLinkName.get(match?.[1]?.toLowerCase() ?? '');
  const id = match?.[2];
  return entity !== undefined && id !== undefined ? { entity, id } : null;
}

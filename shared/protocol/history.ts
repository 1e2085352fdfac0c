import { z } from 'zod';
import type { ChangeSetLine } from './change-sets.ts';
import { PATHS } from './sync.ts';

/** Entries of an answer where nothing is asked for, and at most. */
const DEFAULT_LIMIT = 50;
const MOST = 200;

/** Texts of an entry are cut to this length, in characters. */
export const HISTORY_TEXT_LENGTH = 20_000;

const limit = z.coerce.number().int().min(1).max(MOST).default(DEFAULT_LIMIT);

/** Query of GET /api/history/{entity}/{id}: entries older than `before`. */
export const historyQuerySchema = z.strictObject({
  limit,
  before: z.coerce.number().int().min(0).optional(),
});

/** Query of GET /api/history/{entity}: only deleted records are listed there; those that come after a place. */
export const deletedQuerySchema = z.strictObject({
  deleted: z.literal('true'),
  limit,
  /** `deletedPlaceOf` the last record of the answer before. */
  before: z.string().max(200).optional(),
});

/** Who made a change; the name is null for a user who is no longer there. */
export interface HistoryAuthor {
  _id: string;
  name: string | null;
}

export interface HistoryField {
  name: string;
  label: string;
  /** Values as the record has them; an empty field is null. */
  old: unknown;
  new: unknown;
  /** What people read where the value is a reference; left out where there is nothing to read. */
  oldText?: string;
  newText?: string;
  /** A text was cut to HISTORY_TEXT_LENGTH. */
  cut?: true;
}

/** What a change was done together with. */
export interface HistorySet {
  id: string;
  /** As the list of change sets has it; null for those who may not see the set. */
  told: Pick<ChangeSetLine, 'title' | 'changes' | 'undoes'> | null;
}

/** One change of a record, with the fields that its reader may read on that record now. */
export interface HistoryEntry {
  seq: number;
  /** ISO time. */
  at: string;
  kind: 'create' | 'update' | 'delete' | 'restore';
  /** null where no user made it. */
  by: HistoryAuthor | null;
  /** null for a change of no set. */
  set: HistorySet | null;
  fields: HistoryField[];
  /** What people called the record that was changed, where it is another that was merged into this one since. */
  mergedAs?: string;
}

export interface DeletedRecord {
  _id: string;
  /** What people call the record; '' where it has no name. */
  title: string;
  /** ISO time. */
  deletedAt: string;
  by: HistoryAuthor | null;
}

/** Where a record stands in the order of the list. */
export const deletedPlaceOf = ({ deletedAt, _id }: Pick<DeletedRecord, 'deletedAt' | '_id'>): string =>
  `${deletedAt} ${_id}`;

/** Path of a record's history. `entity` is its name in the protocol or in the REST paths. */
export function historyPath(entity: string, id: string, query: { limit?: number; before?: number }): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) params.set(name, String(value));
  return `${PATHS.history}/${encodeURIComponent(entity)}/${encodeURIComponent(id)}?${params.toString()}`;
}

/** Path of the records of an entity that were deleted last, or before a place. */
export function deletedPath(
  entity: string,
  query: { limit?: number | undefined; before?: string | undefined } = {},
): string {
  const params = new URLSearchParams({ deleted: 'true' });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return `${PATHS.history}/${encodeURIComponent(entity)}?${params.toString()}`;
}

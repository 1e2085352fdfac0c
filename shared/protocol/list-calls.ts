import { z } from 'zod';
import type { ValueCount } from '#shared/model/board.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { fieldConditionsSchema } from '#shared/model/field-condition.ts';
import { entity, fieldName, id } from './call-parts.ts';
import { MOST_LEFT_OUT, MOST_SELECTED } from './many.ts';

// The part of the bridge that reads lists, and writes them to files.

const filterValue = z.union([
  z.string().max(200),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(50).readonly(),
  z.strictObject({ from: z.string().max(40).optional(), to: z.string().max(40).optional() }),
  z.strictObject({ empty: z.boolean() }),
  z.strictObject({ holds: z.string().max(200) }),
  z.strictObject({
    not: z.union([z.string().max(200), z.boolean(), z.array(z.string().max(200)).max(50).readonly()]),
  }),
]);

const filter = z.record(fieldName, filterValue);

/** Columns that a list can show at once. */
export const MOST_COLUMNS = 60;

export const listQuerySchema = z.strictObject({
  entity,
  /** Name of one of the entity's lists: gives columns, base filter and search scope. */
  list: z.string().max(60),
  filter: filter.optional(),
  /** Rows that fit one of these filters, beside all else that is asked. */
  anyOf: z.array(filter).min(1).max(5).optional(),
  /** What is asked of single fields besides; any that the role may read. */
  conditions: fieldConditionsSchema.optional(),
  search: z.string().max(200).optional(),
  /** The search is looked for in the CVs of candidates, or the documents of HR records, and not in their fields. */
  inDocuments: z.boolean().optional(),
  /** Fields that its rows carry and its exports show, in this order, in the place of the list's own columns. */
  columns: z.array(fieldName).min(1).max(MOST_COLUMNS).optional(),
  /** Where few rows hold the search: below them those that hold it with one slip of the keys set right. */
  similar: z.boolean().optional(),
  /** Default: the list's own order. */
  sort: z.strictObject({ field: fieldName, direction: z.enum(['asc', 'desc']) }).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
});

export type ListQuery = z.infer<typeof listQuerySchema>;

/** Which rows of a list are meant: those with these ids as far as they are still in it, or all but those. */
const pickedSchema = z.strictObject({
  ids: z.array(id).max(MOST_SELECTED).optional(),
  except: z.array(id).max(MOST_LEFT_OUT).optional(),
});

export type Picked = z.infer<typeof pickedSchema>;

/** The same, or the rows that `records.hold` has found, as far as they are still in the list. */
const heldOrPickedSchema = pickedSchema.extend({ held: id.optional() });

export type HeldOrPicked = z.infer<typeof heldOrPickedSchema>;

/** Rows of a list that somebody has selected. */
export const selectionSchema = z.strictObject({
  query: listQuerySchema.omit({ offset: true, limit: true, sort: true, similar: true, columns: true }),
  picked: pickedSchema,
});

/** Selected rows that something is done with. */
export const heldSelectionSchema = selectionSchema.extend({ picked: heldOrPickedSchema });

/** A row of a list: `_id`, the list's columns, and for each reference its shown text under `{field}.{display}`. */
export type ListRow = AnyRecord & { _waiting?: boolean; _similar?: boolean };

export interface ListPage {
  rows: ListRow[];
  /** How many of the list's last rows do not hold the search but nearly do; absent where none was looked for. */
  similar?: number;
  /** null where counting would have held up the rows: ask `records.count`. */
  total: number | null;
}

/** Records that can be asked about in one call. */
export const MOST_AT_ONCE = 500;

export interface ExportResult {
  /** `cancelled` in the dialog or while writing: no file is left behind. */
  outcome: 'saved' | 'cancelled';
  rows: number;
  /** Name of the file as it was saved. */
  fileName: string;
  /** In a browser: path from which the page downloads the finished file, once. null where it is on the disk already. */
  download: string | null;
}

export const listParams = {
  'records.list': listQuerySchema,
  'records.count': listQuerySchema.omit({ offset: true, limit: true, sort: true }),
  /** How many rows of a list have each value of a field that has one value of a few: the columns of a board. */
  'records.countBy': listQuerySchema
    .omit({ offset: true, limit: true, sort: true, similar: true, columns: true })
    .extend({ field: fieldName }),
  /** Of selected rows: how many there are now, and which of those that were named are no longer in the list. */
  'records.selected': selectionSchema,
  /**
   * Finds the selected rows and keeps in mind which ones they are: what is asked about so many is done with these and no
   * others. Not for long: the desk forgets them where others are held after them, and when it ends.
   */
  'records.hold': selectionSchema,
  /** Choices for a reference field: records of an entity that its search finds. */
  'records.choices': z.strictObject({
    entity,
    search: z.string().max(200).optional(),
    filter: filter.optional(),
    limit: z.int().min(1).max(500),
  }),
  /**
   * The different values that a field of one value holds in the records here, in alphabetical order; with `search`
   * those that hold it. What differs by case or accents alone counts as one where the field has a sort key.
   */
  'records.values': z.strictObject({ entity, field: fieldName, search: z.string().max(200).optional() }),
  /**
   * Writes what a list shows, all pages of it, to a file that the user chooses: its columns, or all fields that the role
   * may read; as CSV or as a workbook. Progress comes as `export` events under the id, which the renderer makes. One export at a time.
   */
  'export.start': z.strictObject({
    id,
    query: listQuerySchema.omit({ offset: true, limit: true }),
    fields: z.enum(['columns', 'all']).optional(),
    format: z.enum(['csv', 'xlsx']).optional(),
    /** Only these rows of the list. */
    picked: heldOrPickedSchema.optional(),
  }),
  'export.cancel': z.strictObject({ id }),
} as const;

export interface ListResults {
  'records.list': ListPage;
  'records.count': { total: number };
  'records.countBy': ValueCount[];
  'records.selected': { total: number; gone: string[] };
  'records.hold': { held: string; total: number };
  'records.choices': { _id: string; title: string; record: AnyRecord }[];
  'records.values': string[];
  'export.start': ExportResult;
  'export.cancel': null;
}

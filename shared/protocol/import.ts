import { z } from 'zod';
import type { EntityName } from '#shared/model/entities.ts';
import type { FieldIssue } from '#shared/model/validation.ts';
import type { ExportResult } from './list-calls.ts';

/**
 * The part of the bridge by which a file of rows becomes records (decision 30). An import is one piece of work of one
 * user: file, columns, preview, run. It is kept on the PC until it is put away, and goes on after a restart.
 */

/** What lists can be filled from a file. */
export const IMPORTABLE = [
  'candidate',
  'inquiry',
  'hrRecord',
  'contactInquiry',
] as const satisfies EntityName[];
export type ImportableEntity = (typeof IMPORTABLE)[number];

/** Bytes of a file, and of one piece of it on its way to the desk. */
export const MOST_IMPORT_BYTES = 64 * 1024 * 1024;
export const IMPORT_PIECE_BYTES = 1024 * 1024;
/** Rows and columns of a file. */
export const MOST_IMPORT_ROWS = 200_000;
export const MOST_IMPORT_COLUMNS = 200;
/** Rows of a page of the preview. */
export const MOST_PREVIEWED = 200;

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export const DELIMITERS = [',', ';', '\t', '|'] as const;

/** What becomes of a row whose person is here already. */
export const KNOWN_CHOICES = ['skip', 'fill', 'overwrite', 'add'] as const;
export type KnownChoice = (typeof KNOWN_CHOICES)[number];

/**
 * `new`: nobody here has its number or address; `known`: somebody has; `twice`: an earlier row of the file has; `wrong`: a
 * cell cannot be taken as it is; `done`: the run has dealt with it.
 */
export const ROW_STATES = ['new', 'known', 'twice', 'wrong', 'done'] as const;
export type RowState = (typeof ROW_STATES)[number];

const id = z.string().min(1).max(100);
const field = z.string().min(1).max(60);
const row = z.int().min(1).max(MOST_IMPORT_ROWS);
const text = z.string().max(20_000);

const saidColumns = {
  /** Field of each column, in the order of the file; null where it stays out. */
  fields: z.array(field.nullable()).max(MOST_IMPORT_COLUMNS),
  /** Values that all rows get, by field. */
  fixed: z.record(field, z.unknown()),
  /** By field and written value: the option that it means, null to leave the cell out. */
  meanings: z.record(field, z.record(z.string().max(200), z.string().max(200).nullable())),
};
export const saidColumnsSchema = z.strictObject(saidColumns);

/** What is said of a file's columns. */
export type SaidColumns = z.infer<typeof saidColumnsSchema>;

const count = z.int().min(0);
/** Of the counts, those that say what a run does. */
const willDo = z.strictObject({
  new: count,
  doubles: count,
  choices: z.strictObject({ skip: count, fill: count, overwrite: count, add: count }),
});

export const importParams = {
  /** Begins one; refused while the user has another that is not put away. */
  'import.open': z.strictObject({
    id,
    entity: z.enum(IMPORTABLE),
    fileName: z.string().min(1).max(255),
    size: z.int().min(1).max(MOST_IMPORT_BYTES),
  }),
  /** The next piece of the file; the last one makes it whole, and then it is read. */
  'import.bytes': z.strictObject({
    id,
    at: z.int().min(0),
    base64: z.string().max(Math.ceil(IMPORT_PIECE_BYTES / 3) * 4),
  }),
  /** Reads the file again in another way; what is left out is found by itself. Goes back to the first step. */
  'import.read': z.strictObject({
    id,
    encoding: z.enum(ENCODINGS).optional(),
    delimiter: z.enum(DELIMITERS).optional(),
    sheet: z.string().max(100).optional(),
    /** Number of the row with the headings, from 1; 0 where the file has none. */
    heading: z.int().min(0).max(100).optional(),
  }),
  /** Says what each column is, what every row gets besides, and what values mean that are no option. Then all rows are judged. */
  'import.columns': z.strictObject({ id, ...saidColumns }),
  /** Keeps what is said of the columns and is not to be judged by yet, however unfinished; null where that is nothing. */
  'import.say': z.strictObject({ id, said: saidColumnsSchema.nullable() }),
  /** A page of the preview. */
  'import.rows': z.strictObject({
    id,
    state: z.enum(ROW_STATES).nullable(),
    offset: z.int().min(0),
    limit: z.int().min(1).max(MOST_PREVIEWED),
  }),
  /** Puts another text into a cell, and judges the row anew. */
  'import.mend': z.strictObject({ id, row, column: z.int().min(0).max(MOST_IMPORT_COLUMNS), text }),
  /** What becomes of people who are here already: of all such rows, or of one. */
  'import.choose': z.strictObject({ id, choice: z.enum(KNOWN_CHOICES), row: row.optional() }),
  /**
   * Makes the records: one change set. Progress comes as `import` events. Called again after a stop it goes on. Refused with
   * `conflict` where it would do something else than was shown, because another window has chosen so meanwhile.
   */
  'import.run': z.strictObject({ id, shown: willDo.optional() }),
  'import.stop': z.strictObject({ id }),
  /** Writes the rows that did not come in to a file as the imported one, with a column that says why. */
  'import.leftOut': z.strictObject({ id, format: z.enum(['csv', 'xlsx']) }),
  /** How the user's import stands, which may be of before a restart; null where there is none. */
  'import.state': z.strictObject({}),
  /** Forgets it, and removes what is kept of the file. What has come in stays. */
  'import.putAway': z.strictObject({ id }),
} as const;

/** A column of the file. */
export interface ImportColumn {
  /** '' where the file has no headings. */
  heading: string;
  /** First values that are not empty, as people read them. */
  samples: string[];
  /** What it is taken for; null for none. */
  field: string | null;
  /** Whether the user said so for the last file of these headings. */
  isRemembered: boolean;
}

/** A value that is none of the field's options, and how many rows have it. */
export interface UnknownOption {
  field: string;
  written: string;
  count: number;
  /** What it is taken to mean; undefined as long as nobody has said, null where it is left out. */
  means?: string | null;
}

export interface ImportReading {
  kind: 'csv' | 'xlsx';
  /** Of a CSV file. */
  encoding: (typeof ENCODINGS)[number] | null;
  delimiter: (typeof DELIMITERS)[number] | null;
  /** Names of the sheets of a workbook, and the one that is read. */
  sheets: string[];
  sheet: string | null;
  /** Number of the row with the headings, from 1; 0 for none. */
  heading: number;
  /** First rows of the file as they are. */
  head: string[][];
  /** Rows below the heading that are not empty. */
  rows: number;
}

export interface ImportCounts extends Record<RowState, number> {
  /** Of those that are known: how many are to be skipped, filled, overwritten, added. */
  choices: Record<KnownChoice, number>;
  /** Of those that are twice: how many are added all the same. */
  doubles: number;
}

export interface ImportResult {
  /** The change set; null where nothing came in. */
  set: string | null;
  /** The set whose undo takes it back, or does it again where it is taken back; null where there is none. */
  last: string | null;
  isTakenBack: boolean;
  /** An undo of it, or of that, was interrupted: some of it is done, and undone again `last` is done for the rest. */
  isHalfUndone: boolean;
  /** Whether it was ever taken back: what is left of the file then needs an import of its own. */
  wasUndone: boolean;
  added: number;
  changed: number;
  /** Known people who were skipped or had nothing to change. */
  skipped: number;
  /** Rows that did not come in: wrong ones, and doubles of the file. */
  leftOut: number;
  /** Changes that the server has refused, of those that are counted above. */
  refused: number;
  /** Of those that were added: whom others have added meanwhile too; null until that is known. */
  byOthers: number | null;
  stopped: boolean;
  /** Why it ended before its last row, where nobody stopped it, as a sentence. */
  why: string | null;
}

export interface ImportState {
  id: string;
  entity: ImportableEntity;
  fileName: string;
  /** What is done now, and what comes next: the steps can be gone back to until the run. */
  step: 'file' | 'columns' | 'preview' | 'run' | 'report';
  /** What goes on at this moment; null where it waits for the user. */
  busy: 'receiving' | 'reading' | 'judging' | 'running' | null;
  /** Why the file could not be read, as a sentence. */
  problem: string | null;
  reading: ImportReading | null;
  columns: ImportColumn[];
  fixed: Record<string, unknown>;
  /** What was said of the columns since, and the rows are not judged by; null where that is nothing. */
  said: SaidColumns | null;
  unknown: UnknownOption[];
  counts: ImportCounts | null;
  /** What becomes of known people where nothing else was chosen for the row. */
  choice: KnownChoice;
  result: ImportResult | null;
}

export interface ImportRow {
  /** Its number in the file, as a spreadsheet shows it. */
  row: number;
  state: RowState;
  /** The texts of the columns. */
  cells: string[];
  issues: (FieldIssue & { column: number | null })[];
  /** What is perhaps not meant, such as a number of nine digits; it comes in all the same. */
  doubts: string[];
  /** Who is here already. */
  match: { entity: EntityName; id: string; title: string; field: string } | null;
  /** The earlier row of the file with the same person. */
  sameAs: number | null;
  choice: KnownChoice | null;
}

export interface ImportPage {
  rows: ImportRow[];
  total: number;
}

export interface ImportResults {
  'import.open': ImportState;
  'import.bytes': ImportState;
  'import.read': ImportState;
  'import.columns': ImportState;
  'import.say': ImportState;
  'import.rows': ImportPage;
  'import.mend': ImportRow;
  'import.choose': ImportState;
  'import.run': ImportResult;
  'import.stop': ImportState;
  'import.leftOut': ExportResult;
  'import.state': ImportState | null;
  'import.putAway': null;
}

export interface ImportEvents {
  /** How far it is: of bytes, rows read, rows judged, rows made; and how it stands when a step is over. */
  import: { id: string; busy: ImportState['busy']; done: number; total: number | null };
}

import type { DELIMITERS, ENCODINGS } from '#shared/protocol/import.ts';

/** What the desk and the worker that reads a file say to each other. */

/** What the worker is to read. */
export interface ReadAsked {
  path: string;
  /** Of the file (`storage/sealed-pieces.ts`); without it the file is plain. */
  key?: Uint8Array;
  encoding?: (typeof ENCODINGS)[number];
  delimiter?: (typeof DELIMITERS)[number];
  sheet?: string;
  /** Rows that the desk has taken, in batches: the worker waits while it is too far ahead. */
  taken: SharedArrayBuffer;
}

/** A cell as it is kept: a day or moment as `{ d }`, ISO 8601 of the clock on the wall with a Z. */
export type KeptCell = string | number | boolean | { d: string } | null;

/** A row that is not empty, by its number in the file, from 1. */
export type KeptRow = [row: number, cells: KeptCell[]];

/** What was found out about the file. */
export interface FileForm {
  kind: 'csv' | 'xlsx';
  encoding: (typeof ENCODINGS)[number] | null;
  delimiter: (typeof DELIMITERS)[number] | null;
  sheets: string[];
  sheet: string | null;
}

export type ReaderSays =
  | { type: 'form'; form: FileForm }
  | { type: 'rows'; rows: KeptRow[] }
  | { type: 'end' }
  /** A sentence for the user. */
  | { type: 'problem'; message: string };

/** Batches that may be under way at once. */
export const BATCHES_AHEAD = 4;
/** A cell is cut here: no field takes as many letters, so that what is cut is never taken for whole. */
export const MOST_CELL_LETTERS = 20_001;

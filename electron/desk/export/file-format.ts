import type { Field } from '#shared/model/field.ts';
import type { FileHandle } from 'node:fs/promises';

/** How the values of a list become cells of a file. */
export interface Cells<Cell> {
  /** The value of a field. */
  value: (field: Field, value: unknown) => Cell;
  /** A text that is no value: what lists show for a reference. */
  text: (text: string) => Cell;
}

/** A column of a file. */
export interface FileColumn {
  heading: string;
  field: Field;
}

/** A kind of file that lists are exported to. */
export interface FileFormat<Cell> {
  cells: Cells<Cell>;
  /**
   * Writes the file from its columns and slices of rows, which it takes one after the other.
   * @param name of the list
   */
  write: (
    file: FileHandle,
    name: string,
    columns: readonly FileColumn[],
    slices: AsyncIterable<Cell[][]>,
  ) => Promise<void>;
}

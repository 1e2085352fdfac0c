import type { ColumnType } from '#shared/model/columns.ts';

export interface ColumnDefinition {
  name: string;
  type: ColumnType;
  /** Part of the primary key. */
  primary?: true;
  required?: true;
  /** PostgreSQL's planner gets no samples of its values: they would stay when the people are gone of whom they tell. */
  unsampled?: true;
  /** The fields that a search text is made of. */
  searches?: readonly string[];
}

export interface TableIndex {
  name: string;
  columns: string[];
  unique?: true;
  /** Holds only the rows in which its first column is not empty. */
  notNull?: true;
}

export interface TableDefinition {
  name: string;
  columns: ColumnDefinition[];
  indexes: TableIndex[];
}

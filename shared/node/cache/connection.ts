/** What is asked of a database here: the libraries of desk and server for SQLite both have it. */
export interface SqlStatement {
  run(...values: unknown[]): { changes: number };
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  raw(): SqlStatement;
}

export interface Preparing {
  prepare(sql: string): SqlStatement;
}

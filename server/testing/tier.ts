import { onPostgresql } from './postgresql.ts';

/**
 * Whether every question is asked. `npm test` asks all of them of SQLite, and of PostgreSQL those that depend on the
 * engine and a part of the others; `npm run soak` asks all of both.
 */
export const wholeTests = (): boolean => !onPostgresql() || process.env['SOAK_FACTOR'] !== undefined;

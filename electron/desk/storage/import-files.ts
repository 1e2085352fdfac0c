import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DataKeys } from './data-keys.ts';
import { eraseFiles } from './erase.ts';
import { openSqlite } from './sqlite-file.ts';

/** What the import of a file keeps in the user's folder: the file, its rows as they were judged, and chosen columns. */
export const IMPORT_FILES = {
  bytes: 'import.bytes',
  rows: 'import.db',
  columns: 'import-columns.json',
} as const;

/** Where an import keeps its files, and what opens them. */
export interface ImportPlace {
  folder: string;
  nativeBinding: string | undefined;
  keys: DataKeys | undefined;
}

/** Erases the file and its rows, when the import is put away. What was chosen for columns of such files stays. */
export function eraseImport(folder: string): void {
  eraseFiles(folder, (name) => name.startsWith('import.'));
}

/** Erases all that imports have left. */
export function eraseImports(folder: string): void {
  eraseFiles(folder, (name) => name.startsWith('import.') || name === IMPORT_FILES.columns);
}

export const hasImport = (folder: string): boolean => existsSync(join(folder, IMPORT_FILES.rows));

/** Of what an import keeps (`ImportWork`), what tells how far it is. */
const farSchema = z.object({ fileName: z.string(), heading: z.int(), received: z.int(), size: z.int() });

/** An import that is not at its end: of which file, and how many of its rows have come in; `rows` is null while it is not read. */
export interface UnfinishedImport {
  fileName: string;
  done: number;
  rows: number | null;
}

/** The import in a user's folder that has rows left, before it is erased; null where there is none, or it cannot be read. */
export function unfinishedImport({ folder, nativeBinding, keys }: ImportPlace): UnfinishedImport | null {
  const path = join(folder, IMPORT_FILES.rows);
  if (!existsSync(path)) return null;
  try {
    const db = openSqlite(path, { synchronous: 'NORMAL', nativeBinding, encryption: keys?.rows });
    try {
      const work = db.prepare(`SELECT value FROM meta WHERE name = 'work'`).get() as { value: string };
      const { fileName, heading, received, size } = farSchema.parse(JSON.parse(work.value));
      // Whoever sent the file is gone, and still has it.
      if (received < size) return null;
      const { rows, done } = db
        .prepare(
          `SELECT (SELECT count(*) FROM cells WHERE row > ?) AS rows,
             (SELECT count(*) FROM rows WHERE state = 'done') AS done`,
        )
        .get(heading) as { rows: number; done: number };
      if (rows > 0 && done >= rows) return null;
      return { fileName, done, rows: rows > 0 ? rows : null };
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

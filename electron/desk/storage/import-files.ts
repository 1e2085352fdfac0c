import { eraseFiles } from './erase.ts';

/** What the import of a file keeps in the user's folder: the file, its rows as they were judged, and chosen columns. */
export const IMPORT_FILES = {
  bytes: 'import.bytes',
  rows: 'import.db',
  columns: 'import-columns.json',
} as const;

/** Erases the file and its rows, when the import is put away. What was chosen for columns of such files stays. */
export function eraseImport(folder: string): void {
  eraseFiles(folder, (name) => name.startsWith('import.'));
}

/** Erases all that imports have left. */
export function eraseImports(folder: string): void {
  eraseFiles(folder, (name) => name.startsWith('import.') || name === IMPORT_FILES.columns);
}

/**
 * What a person reads where the application, its desk or its server cannot start: the sentence of an error of ours, or
 * one of the system's or SQLite's put into one.
 * @param dataFolder where its files are.
 */
export function startSentence(error: unknown, dataFolder: string): string {
  if (!(error instanceof Error)) return String(error);
  const why = ofTheSystem(error);
  if (why === undefined) return error.message;
  return `A file or folder in the data folder ${dataFolder} cannot be used (${why}). Give this user the right to read and write it, put it back from a backup, or choose another folder with --data.`;
}

/** In short; undefined where the error has a sentence of ours. */
function ofTheSystem(error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE_')) return `${error.message}, ${code}`;
  if (!('syscall' in error) || !('path' in error)) return undefined;
  return `${String(error.path)}, ${code}`;
}

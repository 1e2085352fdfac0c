const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/**
 * What a person reads where the application, its desk or its server cannot start: the sentence of an error of ours, or
 * one of the system's or SQLite's put into one.
 * @param dataFolder where its files are.
 */
export function startSentence(error: unknown, dataFolder: string): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  if (isNoRoom(error)) {
    return `The disk with the data folder ${dataFolder} is full. Make room, then start again.`;
  }
  const why = ofTheSystem(error, code);
  if (why === undefined) return error.message;
  return `A file or folder in the data folder ${dataFolder} cannot be used (${why}). Give this user the right to read and write it, put it back from a backup, or choose another folder with --data.`;
}

/** Whether the disk is full, or the user's part of it. */
export const isNoRoom = (error: unknown): boolean => error instanceof Error && NO_ROOM.has(codeOf(error));

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** In short; undefined where the error has a sentence of ours. */
function ofTheSystem(error: Error, code: string): string | undefined {
  if (code.startsWith('SQLITE_')) return `${error.message}, ${code}`;
  if (!('syscall' in error) || !('path' in error)) return undefined;
  return `${String(error.path)}, ${code}`;
}

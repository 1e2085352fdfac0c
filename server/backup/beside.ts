import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The folders in which what belongs to a backup may lie beside it: the one that it is in, and, where it was named by a link, the
 * one of that.
 */
export function foldersBeside(backup: string): string[] {
  return [...new Set([realpathSync(backup), resolve(backup)].map((path) => dirname(path)))];
}

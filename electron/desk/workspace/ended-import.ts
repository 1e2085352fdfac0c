import { formatNumber } from '#shared/format/numbers.ts';
import type { Outbox } from '../outbox/outbox.ts';
import {
  eraseImports,
  unfinishedImport,
  type ImportPlace,
  type UnfinishedImport,
} from '../storage/import-files.ts';

/**
 * Erases what imports have left in the folder, with the rest of what a session that has ended leaves.
 * @returns what tells the user of one that was not at its end; what came in of it is in the outbox, and stays.
 */
export function endImport(place: ImportPlace): (outbox: Outbox) => void {
  const ended = unfinishedImport(place);
  eraseImports(place.folder);
  return ({ notices }) => {
    if (ended) notices.add(sentenceOf(ended), new Date().toISOString());
  };
}

/** Of one of which nothing is known any more. */
export const IMPORT_ERASED =
  'The import of a file ended with your session: what came in of it stays. Where it was not at its end, import the file again for the rest; who is here already is recognised.';

function sentenceOf({ fileName, done, rows }: UnfinishedImport): string {
  const start = `The import of ${fileName} ended with your session`;
  if (rows === null || done === 0) return `${start} before anything of it came in. Import the file again.`;
  const were = done === 1 ? 'row was' : 'rows were';
  return `${start}: ${formatNumber(done)} of its ${formatNumber(rows)} ${were} saved here. What the server takes of them stays; what it refuses is in Changes to look at, so look there first. Then import the file again for the rest; who is here already is recognised.`;
}

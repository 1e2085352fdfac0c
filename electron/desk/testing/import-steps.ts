import Papa from 'papaparse';
import { newId } from '#shared/model/new-id.ts';
import type { Method, Params, Results } from '#shared/protocol/bridge.ts';
import { IMPORT_PIECE_BYTES, type ImportableEntity, type ImportState } from '#shared/protocol/import.ts';
import { until } from './until.ts';

/** A desk in this process or in another one. */
export interface Calls {
  call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]>;
}

/** Rows as the bytes of a CSV file. */
export function csvOf(rows: readonly (readonly string[])[], mark = ''): Buffer {
  return Buffer.from(mark + Papa.unparse(rows.map((row) => [...row])));
}

/**
 * A CSV file of so many people with name, number and address.
 * @param of their name; by its letters their numbers differ
 */
export function peopleCsv(of: string, count: number): Buffer {
  const first = 9_000_000_000 + Buffer.from(of).reduce((sum, byte) => sum + byte, 0) * 100_000;
  const person = (at: number): string[] => [`${of} ${at}`, String(first + at), `${of}${at}@people.test`];
  return csvOf([['Name', 'Mobile', 'Email'], ...Array.from({ length: count }, (_, at) => person(at))]);
}

/** Gives a file to the desk piece by piece, and waits until it is read. */
export async function give(
  desk: Calls,
  entity: ImportableEntity,
  fileName: string,
  bytes: Buffer,
  id = newId(),
): Promise<ImportState> {
  await desk.call('import.open', { id, entity, fileName, size: bytes.length });
  for (let at = 0; at < bytes.length; at += IMPORT_PIECE_BYTES) {
    const base64 = bytes.subarray(at, at + IMPORT_PIECE_BYTES).toString('base64');
    await desk.call('import.bytes', { id, at, base64 });
  }
  return quiet(desk);
}

/** Waits until nothing goes on any more. */
export function quiet(desk: Calls): Promise<ImportState> {
  return until(
    'the import is quiet',
    async () => {
      const state = await desk.call('import.state', {});
      return state?.busy === null ? state : null;
    },
    60_000,
  );
}

/** Takes the columns as they were found, and waits until the rows are judged. */
export async function judge(
  desk: Calls,
  given: Partial<Omit<Params<'import.columns'>, 'id'>> = {},
): Promise<ImportState> {
  const { id, columns } = await quiet(desk);
  const fields = columns.map(({ field }) => field);
  await desk.call('import.columns', { id, fields, fixed: {}, meanings: {}, ...given });
  return quiet(desk);
}

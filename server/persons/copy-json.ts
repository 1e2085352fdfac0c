import type { PersonCopy } from './person-copy.ts';

/** The copy as programs read it, in pieces, with the bytes of the files. */
export async function* copyJson(
  { name, madeAt, madeBy, records, files }: PersonCopy,
  read: (hash: string) => Promise<Buffer | null>,
): AsyncGenerator<string> {
  yield `${beginning({ name, madeAt, madeBy })},"records":[`;
  let count = 0;
  for await (const { history, ...record } of records) {
    yield `${comma(count++)}${beginning(record)},"history":[`;
    let lines = 0;
    for await (const line of history) yield comma(lines++) + JSON.stringify(line);
    yield ']}';
  }
  yield '],"files":[';
  for (const [at, file] of files.entries()) {
    const content = (await read(file.hash))?.toString('base64') ?? null;
    yield comma(at) + JSON.stringify({ ...file, content });
  }
  yield ']}';
}

const comma = (at: number): string => (at > 0 ? ',' : '');

/** An object as JSON without its end: there is more of it. */
const beginning = (part: object): string => JSON.stringify(part).slice(0, -1);

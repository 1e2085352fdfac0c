import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

const NEWLINE = 0x0a;
/** A document of MongoDB has 16 MB at most, and some times that as Extended JSON. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * The lines of a file as bytes, null for one that is too long to be a record. They end at `\n` alone: Node's own reader also ends
 * them at U+2028 and U+2029, which stand within texts of JSON as they are.
 * @throws Error with one sentence where it is a folder, or a pipe
 */
export async function* linesOf(file: string): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > MOST_BYTES) parts = [];
    else parts.push(part);
  };
  const take = (): Buffer | null => {
    const line = bytes > MOST_BYTES ? null : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line;
  };
  // A pipe would be waited for without end.
  if (!(await stat(file)).isFile())
    throw new Error(`${file} is no file. Take it out of the folder, then import again.`);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (bytes > 0) yield take();
}

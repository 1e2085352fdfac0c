import { parentPort, workerData } from 'node:worker_threads';
import { unpacked, unpackedPieces, zipPartsOf } from '../files/zip-parts.ts';
import { unpackBehind } from '../files/unpacking-gate.ts';
import type { Gated } from '../files/reading-worker.ts';
import { zipped } from './hostile-workbooks.ts';

/** The program of a worker that begins to unpack again and again, in the ways of the readers and of their libraries. */
async function main(): Promise<never> {
  unpackBehind((workerData as Gated).gate);
  const bytes = zipped([{ name: 'part', text: 'abc'.repeat(300) }]);
  const [part] = zipPartsOf(bytes, { parts: 1, inAll: 10_000, ofPart: () => 10_000 }).values();
  if (!part) throw new Error('There is no part');
  parentPort?.postMessage('begins');
  for (;;) {
    for (let time = 0; time < 20; time += 1) unpacked(bytes, part);
    for await (const piece of unpackedPieces(bytes, part)) void piece;
    for await (const piece of new Blob([new Uint8Array(bytes.subarray(34, 34 + part.packed))])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw')))
      void piece;
  }
}

await main();

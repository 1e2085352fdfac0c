import { parentPort, workerData } from 'node:worker_threads';
import type { Gated } from '../files/reading-worker.ts';
import { unpackBehind } from '../files/unpacking-gate.ts';
import { readPieces } from '../storage/sealed-pieces.ts';
import { FileProblem, kindOf, PROBLEMS } from './file-kind.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import type { ReadAsked } from './reader-messages.ts';
import { RowSender } from './row-sender.ts';

/**
 * The program of the worker that reads a file for an import. It has limits of its own: a hostile file costs this worker
 * and nothing else.
 */
async function main(): Promise<void> {
  if (!parentPort) throw new Error('This program is run as a worker');
  const asked = workerData as ReadAsked & Gated;
  unpackBehind(asked.gate);
  const sender = new RowSender(parentPort, asked.taken);
  try {
    const bytes = readPieces(asked.path, asked.key);
    if (kindOf(bytes) === 'csv') readCsv(bytes, asked, sender);
    else await readWorkbook(bytes, asked, sender);
  } catch (error) {
    sender.say({ type: 'problem', message: problemOf(error) });
  }
}

function problemOf(error: unknown): string {
  if (error instanceof FileProblem) return error.message;
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  if (/zip bomb|size exceeds|ERR_BUFFER_TOO_LARGE|output length/i.test(text)) return PROBLEMS.tooLarge;
  if (
    /ZipError|ParseError|XmlError|inflat|zlib|invalid (?:stored|block|distance|code)|Unexpected end/i.test(
      text,
    )
  )
    return PROBLEMS.damaged;
  return PROBLEMS.unreadable;
}

await main();

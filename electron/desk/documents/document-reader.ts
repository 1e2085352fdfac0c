import { parentPort, workerData } from 'node:worker_threads';
import type { Gated } from '../files/reading-worker.ts';
import { unpackBehind } from '../files/unpacking-gate.ts';
import { keptText } from './kept-text.ts';
import { docxHtml, docxText } from './read-docx.ts';
import { pdfText } from './read-pdf.ts';
import type { DocumentAsked, DocumentRead } from './reader-messages.ts';

/**
 * The program of the worker that reads a document. It has limits of its own: a hostile file costs this worker and
 * nothing else.
 */
async function main(): Promise<void> {
  if (!parentPort) throw new Error('This program is run as a worker');
  const asked = workerData as DocumentAsked & Gated;
  unpackBehind(asked.gate);
  const read = await answer(asked);
  // No listener keeps the worker: it ends by itself when this has been taken.
  parentPort.postMessage(read);
}

async function answer({ bytes, type, wanted }: DocumentAsked): Promise<DocumentRead> {
  try {
    if (type === 'DOCX' && wanted === 'html') return { content: await docxHtml(bytes) };
    return { content: keptText(await (type === 'PDF' ? pdfText(bytes) : docxText(bytes))) };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { trouble: isLocked ? 'locked' : 'unreadable' };
  }
}

await main();

import type * as PdfLibrary from 'pdfjs-dist/legacy/build/pdf.mjs';
import './promise-with-resolvers.ts';
import { DOCUMENT_TEXT_LENGTH } from '#shared/model/document.ts';

/** Of a PDF so many pages are read. */
const MOST_PAGES = 50;

type PdfJs = typeof PdfLibrary;

/**
 * The library that reads PDF, without its ways to files, to drawing and to a worker of its own: text needs none of them.
 * It finds its worker's code by a global name, which the second module sets.
 */
async function pdfJs(): Promise<PdfJs> {
  Object.defineProperty(process, 'getBuiltinModule', { value: undefined, configurable: true });
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return library;
}

/**
 * What the pages of a PDF say, a line for each line, as far as it is kept. A page that is damaged is left out.
 * @throws what the library throws; `PasswordException` where it is protected by one
 */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { getDocument, VerbosityLevel } = await pdfJs();
  const loading = getDocument({
    // The library wants it for itself, and no Buffer.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    disableAutoFetch: true,
    disableStream: true,
    disableRange: true,
    maxImageSize: 1,
  });
  const pdf = await loading.promise;
  let text = '';
  let damaged: unknown;
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number += 1) {
    if (text.length >= DOCUMENT_TEXT_LENGTH) break;
    try {
      const page = await pdf.getPage(number);
      text += `${await pageText(page)}\n`;
      page.cleanup();
    } catch (error) {
      damaged = error;
    }
  }
  if (text === '' && damaged !== undefined) throw damaged;
  return text;
}

/** Read as it comes, so that a page of endless text ends when there is enough of it. */
async function pageText(page: PdfLibrary.PDFPageProxy): Promise<string> {
  const reader = page.streamTextContent().getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<{
      items: { str?: string; hasEOL?: boolean }[];
    }>;
    if (done) return text;
    for (const { str, hasEOL } of value.items) text += (str ?? '') + (hasEOL ? '\n' : '');
    if (text.length < DOCUMENT_TEXT_LENGTH) continue;
    await reader.cancel(new Error('There is enough text'));
    return text;
  }
}

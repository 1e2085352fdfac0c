import {
  getDocument,
  GlobalWorkerOptions,
  PDFWorker,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { bytesOf } from './bytes-of.ts';
// oxlint-disable-next-line import/default -- what Vite makes of it is the address of the worker
import drawer from './pdf-drawer.ts?worker&url';

/** Pixels of the largest picture that is unpacked: a page that claims more would fill the memory. */
const MOST_PIXELS = 64_000_000;
/** Where the build lays the decoders of scanned pages; see electron.vite.config.ts. */
const DECODERS = '/assets/pdf-decoders/';

// A few bytes of a PDF can take minutes to draw: elsewhere than in its thread the window would stand still for as long.
GlobalWorkerOptions.rendererSrc = drawer;

export interface LoadedPdf {
  /** Rejects where it cannot be read, or wants a password. */
  document: Promise<PDFDocumentProxy>;
  /** Ends the workers, and with them all that they hold. */
  close: () => void;
}

/**
 * Reads a PDF in a worker of its own, and draws it in another. Nothing of it runs: no scripts, no forms that can be filled,
 * no compiled code, and nothing is fetched for it but the application's own decoders.
 */
export function loadPdf(base64: string): LoadedPdf {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data: bytesOf(base64),
    worker,
    wasmUrl: DECODERS,
    // Its compiling is not allowed by the content security policy.
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    useSystemFonts: true,
    maxImageSize: MOST_PIXELS,
    verbosity: 0,
  });
  return {
    document: task.promise,
    close: () => {
      void task.destroy().catch(() => undefined);
      worker.destroy();
      port.terminate();
    },
  };
}

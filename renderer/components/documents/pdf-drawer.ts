// What draws the pages of PDF files, in a thread of its own. load-pdf.ts names it to the library, which starts and ends it.
import 'pdfjs-dist/legacy/build/pdf.renderer.mjs';

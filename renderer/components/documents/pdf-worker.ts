// What reads PDF files, in a thread of its own. It takes no other messages than those of load-pdf.ts.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Sets a global name when it is loaded, by which the library finds it; it exports nothing that we use. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** A picture is a picture and nothing else, also where a browser opens its address. */
export const FILE_HEADERS = {
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** A document is saved and never opened by a browser: it may hold what a browser would run. */
export const DOCUMENT_HEADERS = { ...FILE_HEADERS, 'Content-Disposition': 'attachment' } as const;

/** A picture is a picture and nothing else, also where a browser opens its address. */
export const FILE_HEADERS = {
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hasControlCharacter } from './external-links.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
  cacheControl: string;
}

/**
 * Reads the built page that belongs to an address.
 *
 * A path without a file extension is a route of the application (`/dashboard`) and answers index.html.
 * @param folder the folder of the built renderer.
 * @param pathname the path of the address, still percent-encoded.
 * @returns undefined when there is no such file, or when the path tries to leave the folder.
 */
export async function readPageFile(folder: string, pathname: string): Promise<PageFile | undefined> {
  const segments = safeSegments(pathname);
  if (!segments) return undefined;
  const extension = extname(segments.at(-1) ?? '').toLowerCase();
  const file = extension === '' ? ['index.html'] : segments;
  const contentType = CONTENT_TYPES[extension === '' ? '.html' : extension];
  if (contentType === undefined) return undefined;
  try {
    const body = await readFile(join(folder, ...file));
    // The build puts a hash of the content into the names of everything under assets/.
    const cacheControl = file[0] === 'assets' ? 'public, max-age=31536000, immutable' : 'no-cache';
    return { body: new Uint8Array(body), contentType, cacheControl };
  } catch {
    return undefined;
  }
}

function safeSegments(pathname: string): string[] | undefined {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const segments = path.split('/').filter((segment) => segment !== '');
  const unsafe = segments.some(
    (segment) => segment === '.' || segment === '..' || /[\\:]/.test(segment) || hasControlCharacter(segment),
  );
  return unsafe ? undefined : segments;
}

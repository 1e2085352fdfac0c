import { protocol } from 'electron';
import { readPageFile } from './page-files.ts';
import { SECURITY_HEADERS } from './page-security.ts';

/** Where the application's pages live: an origin of their own that no website can have. */
export const APP_ORIGIN = 'app://desk';

/** Whether an address belongs to the application. */
export function isAppAddress(address: string): boolean {
  return address === APP_ORIGIN || address.startsWith(`${APP_ORIGIN}/`);
}

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built pages under `app://desk`. */
export function serveApp(folder: string): void {
  protocol.handle('app', async (request) => {
    const headers = { ...SECURITY_HEADERS };
    const url = new URL(request.url);
    if (request.method !== 'GET') return new Response('Not allowed', { status: 405, headers });
    const file = isAppAddress(request.url) ? await readPageFile(folder, url.pathname) : undefined;
    if (!file) return new Response('Not found', { status: 404, headers });
    return new Response(file.body, {
      headers: { ...headers, 'Content-Type': file.contentType, 'Cache-Control': file.cacheControl },
    });
  });
}

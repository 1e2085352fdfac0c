import type { Response } from 'express';

/** As for long lists: the worst line stands still for less. */
const PATIENCE_MS = 30_000;

/**
 * Sends a file of a folder, from the disk as it is taken, and ends the connection of one who takes nothing in that time: it
 * has a place that others wait for. Whoever goes away in the middle fetches the rest another time.
 * @param headers of the answer
 * @throws what Express says where nothing was sent yet
 */
export function sendReleaseFile(
  response: Response,
  { root, name, headers }: { root: string; name: string; headers: Readonly<Record<string, string>> },
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const options = { root, headers, cacheControl: false, lastModified: false, etag: false };
  response.setTimeout(patienceMs, () => response.destroy());
  return new Promise((resolve, reject) => {
    response.sendFile(name, options, (error?: Error) => {
      if (!error || response.headersSent) resolve();
      else reject(error);
    });
  });
}

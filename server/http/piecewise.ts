import type { Response } from 'express';

/** So much is handed to a connection at once. */
const PIECE_BYTES = 64 * 1024;
/** Longer than the worst line stands still; two kilobytes a second, and none that is of use is slower. */
const PATIENCE_MS = 30_000;

/**
 * Writes a part of an answer, no faster than its reader takes it, and ends the connection of one who does not take a piece
 * in time. What a reader leaves lying costs no memory but one piece. Gives whether the reader is still there.
 */
export async function writePiecewise(
  response: Response,
  content: string | Buffer,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (response.destroyed) return false;
    if (!response.write(bytes.subarray(at, at + PIECE_BYTES))) await drained(response, patienceMs);
  }
  return !response.destroyed;
}

/** Sends a whole answer in this way. */
export async function sendPiecewise(response: Response, content: string | Buffer): Promise<void> {
  response.setHeader('Content-Length', Buffer.byteLength(content));
  if (await writePiecewise(response, content)) response.end();
}

/** Waits until the client has taken what was written, or has gone. */
function drained(response: Response, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(patience);
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    const patience = setTimeout(() => {
      response.destroy();
      done();
    }, patienceMs).unref();
    response.on('drain', done);
    response.on('close', done);
  });
}

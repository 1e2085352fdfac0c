import { Agent, request as httpRequest } from 'node:http';

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const kept = new Agent({ keepAlive: true });

/** Sends the bytes of a path as they are: `fetch` would mend them. Gives the status and the text of the answer. */
export function send(
  url: string,
  { method, path, headers = {}, body }: Sent,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const agent = (body?.length ?? 0) < 1_000_000 ? kept : false;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent }, (response) => {
      // The live channel never ends of itself.
      if (response.headers['content-type'] === 'text/event-stream') {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, text: '' });
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', reject);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A body that is too large is refused before it has all been sent.
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET') resolve({ status: 413, text: '' });
      else reject(error);
    });
    request.end(body);
  });
}

import { connect } from 'node:net';
import { HTTP_STATUS } from '#shared/protocol/errors.ts';

export interface HeadAnswer {
  status: number;
  /** Code of a refusal. */
  code: unknown;
  text: string;
}

/**
 * Sends the head of a call and, of its body, only what is given; gives the answer, which must come without the rest.
 * @param headers besides Host; one of them says how long the body would be
 */
export function answerToHead(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  begin = '',
): Promise<HeadAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /^HTTP\/1\.1 (\d{3}).*?\r\n\r\n(\{.*\})/s.exec(text);
      if (!found) return;
      socket.destroy();
      const body = JSON.parse(found[2] ?? '{}') as { code?: unknown };
      resolve({ status: Number(found[1]), code: body.code, text: found[2] ?? '' });
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`No answer but ${text}`)));
    const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${begin}`);
  });
}

export const FORBIDDEN = { status: HTTP_STATUS.forbidden, code: 'forbidden' };

import { createServer } from 'node:net';

/** So many ports after the first are tried. */
const MOST_TRIED = 50;

/**
 * The first free port from this one on, by every network of this computer and by itself alone.
 * @throws Error with one sentence where none of them is
 */
export async function freePortFrom(first: number): Promise<number> {
  for (let port = first; port < first + MOST_TRIED && port <= 65_535; port += 1) {
    if (await isFreePort(port)) return port;
  }
  throw new Error(`None of the ports from ${first} on is free. End other programs, then try again.`);
}

/** Windows gives away a port of all networks that a program has on one of them: both are tried. */
export async function isFreePort(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && canListen(port, '0.0.0.0');
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

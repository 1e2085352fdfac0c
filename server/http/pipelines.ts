import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** So many calls may wait on a connection behind the one that is being answered; no client that is of use sends ahead. */
const MOST_WAITING = 8;

/**
 * Answers the calls of a connection one after the other. A packet holds more than a thousand short calls, and all their answers
 * would be in memory until the client takes the first: who sends that many ahead is cut off.
 */
export function oneAtATime(app: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const answer = (): void => {
      response.once('close', () => {
        const next = lines.get(socket)?.shift();
        if (next && !socket.destroyed) next();
        else lines.delete(socket);
      });
      app(request, response);
    };
    const waiting = lines.get(socket);
    if (socket.destroyed) return;
    if (!waiting) {
      lines.set(socket, []);
      answer();
    } else if (waiting.length < MOST_WAITING) {
      waiting.push(answer);
    } else {
      socket.destroy();
    }
  };
}

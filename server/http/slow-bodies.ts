import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

/** How long bodies may take; in milliseconds. */
export interface BodyTimes {
  /** The whole body of a call that is not signed in: it is small. */
  stranger: number;
  /** The rest of a body whose call was answered already: so long the client has to read the answer. */
  answered: number;
}

export const BODY_TIMES: BodyTimes = { stranger: 10_000, answered: 5_000 };

const limits = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Whether a call announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections over which a body comes too slowly. Times are in all, not of silence: a byte now and then would hold
 * the connection otherwise. After an early answer the rest is read and thrown away for a while, since to close at once
 * could take the answer from who is still sending.
 */
export function limitSlowBodies({ stranger, answered }: BodyTimes = BODY_TIMES): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request)) {
      next();
      return;
    }
    const cutOff = (): void => {
      if (!request.complete) request.socket.destroy();
    };
    const endAfter = (milliseconds: number): void => {
      clearTimeout(limits.get(request));
      limits.set(request, setTimeout(cutOff, milliseconds).unref());
    };
    endAfter(stranger);
    response.once('finish', () => {
      if (request.complete) return;
      endAfter(answered);
      request.resume();
    });
    request.once('close', () => clearTimeout(limits.get(request)));
    next();
  };
}

/** The call is signed in: its body may be large, and has the time of the listener. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(limits.get(request));
}

import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Session } from '../auth/sessions.ts';
import type { Services } from '../services.ts';

/** Largest JSON body of a REST call, in bytes: a blog's longest content in any script, and the rest. */
export const BODY_LIMIT = 4 * 1024 * 1024;

const sessions = new WeakMap<IncomingMessage, Session>();

/** The bearer token of a call, if it has one. */
function bearerToken(request: Request): string | undefined {
  return /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1];
}

/** Where a call came from. */
export function addressOf(request: Request): string {
  return request.socket.remoteAddress ?? '';
}

/** Refuses calls without a session that stands; `sessionOf` gives it to the handlers behind. */
export function signedIn(services: Services): RequestHandler {
  return (request, _response, next) => {
    services.sessions.authenticate(bearerToken(request), addressOf(request)).then((session) => {
      sessions.set(request, session);
      next();
    }, next);
  };
}

/** The session of a call behind `signedIn`. */
export function sessionOf(request: Request): Session {
  const session = sessions.get(request);
  if (!session) throw new PlainError('unauthenticated', 'Sign in to go on.');
  return session;
}

/** Reads a JSON body of limited size. It stands behind `signedIn`, so that strangers cannot send large ones. */
export const json = (limit: number = BODY_LIMIT): RequestHandler => express.json({ limit });

/** An async handler whose failure goes to the error handler. */
export function call(handler: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    handler(request, response).catch(next);
  };
}

/**
 * The body, checked by its schema.
 * @throws PlainError `bad-request` naming the first part that is wrong.
 */
export function bodyOf<Schema extends z.ZodType>(request: Request, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(request.body ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  throw new PlainError('bad-request', `The request is not as agreed${where ? `: look at "${where}"` : ''}.`);
}

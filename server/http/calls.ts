import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Session } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { REST_BODY_LIMIT } from './body-limits.ts';
import { jsonRefusal } from './json-size.ts';
import { allowSlowBody } from './slow-bodies.ts';

const sessions = new WeakMap<IncomingMessage, Session>();

/** The bearer token of a call, if it has one. */
function bearerToken(request: Request): string | undefined {
  return /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1];
}

/** Where a call came from: the client, where a proxy of ours says who that is (`TRUST_PROXY`). */
export function addressOf(request: Request): string {
  return request.ip ?? '';
}

/**
 * Refuses calls without a session that stands; `sessionOf` gives it to the handlers behind.
 * @param settingUp also lets in a session that is good for setting two-step sign-in up alone.
 */
export function signedIn(services: Services, { settingUp = false } = {}): RequestHandler {
  return (request, _response, next) => {
    services.sessions.authenticate(bearerToken(request), addressOf(request)).then((session) => {
      if (session.setUpOnly && !settingUp) {
        next(new PlainError('second-factor-setup', 'Your role needs two-step sign-in. Set it up to go on.'));
        return;
      }
      sessions.set(request, session);
      allowSlowBody(request);
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

/**
 * Reads a JSON body of limited size, levels and number of values. It stands behind `signedIn`, so that strangers cannot
 * send large ones, and behind what judges the role.
 */
export function json(limit: number = REST_BODY_LIMIT): RequestHandler {
  // Not strict: a body such as null is JSON too, and what is wrong with it is said where the body is looked at.
  return express.json({ limit, strict: false, verify: assertUnfoldable });
}

/** @throws PlainError before the text is unfolded. */
function assertUnfoldable(_request: unknown, _response: unknown, bytes: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new PlainError('bad-request', 'The request must be JSON in UTF-8.');
  const refusal = jsonRefusal(bytes);
  if (refusal) throw refusal;
}

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
  return checked(schema, request.body ?? {});
}

/** The query, checked by its schema. @throws PlainError as `bodyOf`. */
export function queryOf<Schema extends z.ZodType>(request: Request, schema: Schema): z.infer<Schema> {
  return checked(schema, request.query);
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  throw new PlainError('bad-request', `The request is not as agreed${where ? `: look at "${where}"` : ''}.`);
}

import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Session } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { REST_BODY_LIMIT } from './body-limits.ts';
import { jsonRefusal } from './json-size.ts';
import { Places, type PlaceLimits } from './places.ts';
import { allowSlowBody } from './slow-bodies.ts';
import { ownTurn } from './turns.ts';

const sessions = new WeakMap<IncomingMessage, Session>();

/** Of a user, the answers of other bounds that may be read slowly (lists, sync pages, pictures), and two more. */
const CALLS: PlaceLimits = { ofOne: 16, inAll: Number.POSITIVE_INFINITY, waitMs: 15_000 };
/** One for the process: what calls take turns at is its event loop and its connections to the data. */
const callsAtOnce = new Places(CALLS, 'Too much is being asked of the server at once.');

/** The bearer token of a call, if it has one. */
function bearerToken(request: Request): string | undefined {
  return /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1];
}

/** Where a call came from: the client, where a proxy of ours says who that is (`TRUST_PROXY`). */
export function addressOf(request: Request): string {
  return request.ip ?? '';
}

/**
 * Refuses calls without a session that stands; `sessionOf` gives it to the handlers behind. Of a user so many calls are
 * under way at once: hundreds sent together would be answered before anybody else is heard.
 * @param settingUp also lets in a session that is good for setting two-step sign-in up alone.
 * @param staysOpen for an answer that costs nothing while it lasts
 * @param reads for a call that is no GET and does nothing but read: its answer ends with the session, too
 */
export function signedIn(
  services: Services,
  { settingUp = false, staysOpen = false, reads = false } = {},
): RequestHandler {
  const enter = async (request: Request, response: Response): Promise<void> => {
    const session = await services.sessions.authenticate(bearerToken(request), addressOf(request));
    if (session.setUpOnly && !settingUp) {
      throw new PlainError('second-factor-setup', 'Your role needs two-step sign-in. Set it up to go on.');
    }
    sessions.set(request, session);
    services.running.add(session, request, response, { endsItself: staysOpen, reads });
    allowSlowBody(request);
    if (staysOpen) return;
    const leave = await callsAtOnce.take(session.user._id);
    if (response.closed) leave();
    else response.once('close', leave);
    // Calls of many users that come in together begin together: what they share is read once for all of them.
    if (callsAtOnce.of(session.user._id) > 1) await ownTurn();
  };
  return (request, response, next) => {
    enter(request, response).then(() => next(), next);
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

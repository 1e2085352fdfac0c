import type { ErrorRequestHandler, RequestHandler } from 'express';
import { HTTP_STATUS, PlainError } from '#shared/protocol/errors.ts';
import { TooManyRequests } from '../auth/rate-limit.ts';
import { isAway } from './away-database.ts';
import { isFullDisk } from './full-disk.ts';
import type { Services } from '../services.ts';

/** PostgreSQL takes no NUL, wherever it came in: an id in a path, a search, an email. */
const NOT_IN_UTF8 = '22021';
/** PostgreSQL ended a statement that took too long. */
const TOOK_TOO_LONG = '57014';
/** How knex calls it that a connection was waited for too long. */
const NO_TURN = 'KnexTimeoutError';
/** Where a call is refused for the server's sake, it is worth trying again after so many seconds. */
export const TRY_AGAIN_SECONDS = 5;

/** What a part of a file was asked for in vain by: a client that goes on with a download begins anew. */
const OF_PARTS: readonly unknown[] = [412, 416];

/** What a failure that a library raised means to the client. */
function asPlainError(error: unknown): PlainError {
  if (error instanceof PlainError) return error;
  const { type, status, code, name } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  if (type === 'entity.too.large') {
    return new PlainError('too-large', 'The request is too large. Send less at once.');
  }
  if (code === NOT_IN_UTF8) {
    return new PlainError('bad-request', 'The request has a character that cannot be stored.');
  }
  // Whoever waits for the writer of SQLite is not waited for without end either.
  if (code === TOOK_TOO_LONG || name === NO_TURN) {
    return new PlainError(
      'unavailable',
      'The database of the server is too busy just now. Try again in a moment.',
    );
  }
  if (isFullDisk(error)) {
    return new PlainError(
      'unavailable',
      'The disk of the server is full, and nothing can be saved there. Tell your administrator.',
    );
  }
  if (type === 'entity.parse.failed') return new PlainError('bad-request', 'The request is not valid JSON.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new PlainError('bad-request', 'The request could not be read.');
  }
  return new PlainError(
    'internal',
    'Something went wrong on the server. Try again; if it stays, tell your administrator.',
  );
}

/** The status of a refusal that clients know by it alone; undefined for all others. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof PlainError || !(error instanceof Error) || !('status' in error)) return undefined;
  return OF_PARTS.includes(error.status) ? Number(error.status) : undefined;
}

export const unknownPath: RequestHandler = (_request, _response, next) => {
  next(new PlainError('not-found', 'There is nothing at this address.'));
};

export const databaseAway = (): PlainError =>
  new PlainError(
    'unavailable',
    'The database of the server is away just now. Try again in a moment; if it stays, tell your administrator.',
  );

/** Among a response's locals: what failed stands in the log already. */
export const TOLD = 'told';

type Reporting = Pick<Services, 'logger' | 'fullDisk' | 'away' | 'database'>;

/** Answers every failure with a code and a sentence; only what we did not foresee is logged, and never sent. */
export function errorHandler({ logger, fullDisk, away, database }: Reporting): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const gone = isAway(error, database);
    const plain = gone ? databaseAway() : asPlainError(error);
    const isOurs = error instanceof PlainError;
    if (isFullDisk(error)) fullDisk.met();
    if (gone) {
      away.met();
      // The log has it once, not with each call.
      response.locals[TOLD] = true;
    } else if (plain.code === 'internal' || (plain.code === 'unavailable' && !isOurs))
      logger.error({ requestId: request.id, error: withoutValues(error) }, 'call failed');
    if (response.headersSent) {
      next(error);
      return;
    }
    if (plain.code === 'unavailable') response.set('Retry-After', String(TRY_AGAIN_SECONDS));
    if (plain instanceof TooManyRequests) response.set('Retry-After', String(plain.retryAfterSeconds));
    response.status(statusOf(error) ?? HTTP_STATUS[plain.code]).json(plain.toBody());
  };
}

/** Database errors repeat the SQL with its values in their message: personal data has no place in the log. */
export function withoutValues(error: unknown): { name: string; code?: unknown; stack: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const stack = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { name: error.name, ...('code' in error ? { code: error.code } : {}), stack };
}

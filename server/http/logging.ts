import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { destination, pino, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { HTTP_STATUS } from '#shared/protocol/errors.ts';
import type { LogLevel } from '../configuration/configuration.ts';
import { areaOf } from './area.ts';
import { TOLD, withoutValues } from './errors.ts';

const NOT_SUPPORTED = HTTP_STATUS['not-supported'];

/** The id of a call: in its answer, in the log, and in what a proxy before the server logs. */
const REQUEST_ID = 'x-request-id';

/** The log goes to standard error: standard output says only where the server listens. */
export function makeLogger(level: LogLevel): Logger {
  return pino({ level, base: null }, destination(2));
}

/**
 * Logs each call without its query, body, headers or any id in its path: searches and names are personal.
 * @param isProxy whether an address is that of a proxy of ours, whose ids of calls are taken over
 */
export function logCalls(logger: Logger, isProxy: (address: string) => boolean): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const id = givenId(request, isProxy) ?? randomUUID();
      response.setHeader(REQUEST_ID, id);
      return id;
    },
    quietReqLogger: true,
    customLogLevel: (_request, response) => {
      const { statusCode } = response;
      if (isTold(response)) return 'debug';
      return statusCode === NOT_SUPPORTED ? 'warn' : statusCode >= 500 ? 'error' : 'info';
    },
    // An application newer than the server is no fault of ours: there is no stack to look into.
    customErrorObject: (_request, response, _error, line: { err?: unknown }) => {
      if (response.statusCode !== NOT_SUPPORTED) return line;
      const { err: _left, ...rest } = line;
      return rest;
    },
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        area: areaOf(request.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err: (error: { raw?: unknown }) => withoutValues(error.raw ?? error),
    },
  });
}

function isTold(response: ServerResponse & { locals?: Record<string, unknown> }): boolean {
  return response.locals?.[TOLD] === true;
}

function givenId(request: IncomingMessage, isProxy: (address: string) => boolean): string | null {
  const id = request.headers[REQUEST_ID];
  const fits = typeof id === 'string' && /^[\w.:-]{8,100}$/.test(id);
  return fits && isProxy(request.socket.remoteAddress ?? '') ? id : null;
}

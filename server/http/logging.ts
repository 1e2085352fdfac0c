import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { destination, pino, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { LogLevel } from '../configuration.ts';
import { withoutValues } from './errors.ts';

/** The log goes to standard error: standard output says only where the server listens. */
export function makeLogger(level: LogLevel): Logger {
  return pino({ level, base: null }, destination(2));
}

/** Logs each call without its query, body, headers or any id in its path: searches and names are personal. */
export function logCalls(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: () => randomUUID(),
    quietReqLogger: true,
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        area: request.url.split('?')[0]?.split('/').slice(0, 3).join('/'),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err: (error: { raw?: unknown }) => withoutValues(error.raw ?? error),
    },
  });
}

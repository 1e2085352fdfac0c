import type { RequestHandler } from 'express';

/**
 * Lets pages of the named origins call the server from a browser (`CORS_ORIGINS`). Tokens travel in a header that the
 * page itself must set: cookies are never asked for. To every other origin the browser gives nothing.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    const origin = request.get('origin');
    if (allowed.size > 0) response.vary('Origin');
    if (origin === undefined || !allowed.has(origin)) {
      next();
      return;
    }
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'X-Total-Count, Retry-After',
    });
    if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
      next();
      return;
    }
    response.set({
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': '600',
    });
    response.status(204).end();
  };
}

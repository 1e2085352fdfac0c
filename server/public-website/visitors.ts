import type { RequestHandler } from 'express';

/** Who sends a token wants to be judged by it, and goes on to the calls of section 7. */
export const visitorsOnly: RequestHandler = (request, _response, next) => {
  if (request.get('authorization') === undefined) next();
  else next('route');
};

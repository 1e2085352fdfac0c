import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Services } from '../services.ts';
import { call } from './calls.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `/metrics`, for who has the token of the configuration; without one there is no such path. */
export function metricsRoutes({ metrics, configuration }: Services): Router {
  const router = Router();
  const { metricsToken } = configuration;
  if (!metrics || metricsToken === null) return router;
  const expected = digest(`Bearer ${metricsToken}`);
  router.get(
    '/metrics',
    call(async (request, response) => {
      if (!timingSafeEqual(digest(request.get('authorization') ?? ''), expected)) {
        throw new PlainError('unauthenticated', 'Send METRICS_TOKEN as the bearer token.');
      }
      const { type, body } = await metrics.text();
      response.set('Content-Type', type).send(body);
    }),
  );
  return router;
}

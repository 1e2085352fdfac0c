import { Router } from 'express';
import {
  firstCodeSchema,
  proofSchema,
  SECOND_FACTOR_PATHS,
  secondFactorQuerySchema,
} from '#shared/protocol/second-factor.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import type { Services } from '../services.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  renewRecoveryCodes,
  resetByAdministrator,
  statusOf,
  turnOff,
} from './second-factor-changes.ts';

const SMALL_BODY = 16 * 1024;

/** Setting two-step sign-in up and turning it off. A session that can do nothing else may look and set it up. */
export function secondFactorRoutes(services: Services): Router {
  const router = Router();
  const mine = signedIn(services);
  const settingUp = signedIn(services, { settingUp: true });
  const body = json(SMALL_BODY);

  router.get(
    PATHS.secondFactor,
    settingUp,
    call(async (request, response) => {
      const session = sessionOf(request);
      const { userId } = queryOf(request, secondFactorQuerySchema);
      response.json(await statusOf(services, session, userId ?? session.user._id));
    }),
  );

  router.post(
    SECOND_FACTOR_PATHS.begin,
    settingUp,
    body,
    call(async (request, response) => {
      const { proof } = bodyOf(request, proofSchema);
      response.json(await beginEnrolment(services, sessionOf(request), proof));
    }),
  );

  router.post(
    SECOND_FACTOR_PATHS.confirm,
    settingUp,
    body,
    call(async (request, response) => {
      const { code } = bodyOf(request, firstCodeSchema);
      response.json(await confirmEnrolment(services, sessionOf(request), code));
    }),
  );

  router.post(
    SECOND_FACTOR_PATHS.recoveryCodes,
    mine,
    body,
    call(async (request, response) => {
      const { proof } = bodyOf(request, proofSchema);
      response.json(await renewRecoveryCodes(services, sessionOf(request), proof));
    }),
  );

  router.post(
    SECOND_FACTOR_PATHS.off,
    mine,
    body,
    call(async (request, response) => {
      const { proof } = bodyOf(request, proofSchema);
      await turnOff(services, sessionOf(request), proof);
      response.status(204).end();
    }),
  );

  router.delete(
    `${PATHS.secondFactor}/:id`,
    mine,
    call(async (request, response) => {
      await resetByAdministrator(services, sessionOf(request), String(request.params['id']));
      response.status(204).end();
    }),
  );

  return router;
}

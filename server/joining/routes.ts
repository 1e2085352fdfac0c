import { Router, type RequestHandler } from 'express';
import { mayMakeJoinCodes, mayNameOffice } from '#shared/access/joining.ts';
import type { Role } from '#shared/access/roles.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  JOIN_CODES_PATH,
  JOIN_PATH,
  joinRequestSchema,
  newJoinCodeSchema,
  OFFICE_PATH,
  officeNameSchema,
  type JoinAnswer,
  type OfficeInfo,
} from '#shared/protocol/joining.ts';
import { addressGroup } from '../auth/address-group.ts';
import { tooManyRequests } from '../auth/rate-limit.ts';
import { addressOf, bodyOf, call, json, sessionOf, signedIn } from '../http/calls.ts';
import { ReadingRate } from '../public-website/reading-rate.ts';
import type { Services } from '../services.ts';
import { endJoinCode, goodJoinCodes, makeJoinCode, useJoinCode } from './join-codes.ts';
import { officeName, setOfficeName } from './office.ts';

const SMALL_BODY = 4 * 1024;
/** A minute, for one address: an office joins from one, all its PCs in the same hour. */
const JOINS = 60;

/** How PCs join: without sign-in what a code is asked by, and for administrators the codes and the office's name. */
export function joiningRoutes(services: Services): Router {
  const router = Router();
  const { database, reach } = services;
  const rate = new ReadingRate(JOINS);
  const only = (may: (role: Role) => boolean, sentence: string): RequestHandler[] => [
    signedIn(services),
    (request, _response, next) => {
      if (!may(sessionOf(request).role)) throw new PlainError('forbidden', sentence);
      next();
    },
  ];
  const makers = only(mayMakeJoinCodes, 'Only an administrator makes join codes.');

  router.post(
    JOIN_PATH,
    (request, _response, next) => {
      const wait = rate.count(addressGroup(addressOf(request)));
      if (wait > 0) throw tooManyRequests('Too many PCs are joining from this network.', wait);
      next();
    },
    json(SMALL_BODY),
    call(async (request, response) => {
      const { token, computer } = bodyOf(request, joinRequestSchema);
      await useJoinCode(database, { token, computer, address: addressOf(request) });
      response.json({ office: await officeName(database) } satisfies JoinAnswer);
    }),
  );

  router.get(
    JOIN_CODES_PATH,
    makers,
    call(async (_request, response) => {
      response.json(await goodJoinCodes(database));
    }),
  );

  router.post(
    JOIN_CODES_PATH,
    makers,
    json(SMALL_BODY),
    call(async (request, response) => {
      const { hours, uses } = bodyOf(request, newJoinCodeSchema);
      const { addresses, notReached } = reach.now();
      if (notReached !== null) throw new PlainError('conflict', notReached);
      const wish = { addresses, key: reach.key(), hours, uses };
      response.status(201).json(await makeJoinCode(database, sessionOf(request), wish));
    }),
  );

  router.delete(
    `${JOIN_CODES_PATH}/:id`,
    makers,
    call(async (request, response) => {
      await endJoinCode(database, sessionOf(request), String(request.params['id']));
      response.status(204).end();
    }),
  );

  router.get(
    OFFICE_PATH,
    makers,
    call(async (_request, response) => {
      response.json({ name: await officeName(database), ...reach.now() } satisfies OfficeInfo);
    }),
  );

  router.put(
    OFFICE_PATH,
    only(mayNameOffice, 'Only a Super Admin says what the office is called.'),
    json(SMALL_BODY),
    call(async (request, response) => {
      const { name } = bodyOf(request, officeNameSchema);
      const stands = await setOfficeName(database, sessionOf(request), name);
      services.announcer.office(stands);
      response.json({ name: stands, ...reach.now() } satisfies OfficeInfo);
    }),
  );

  return router;
}

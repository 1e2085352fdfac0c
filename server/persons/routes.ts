import { Router, type RequestHandler, type Response } from 'express';
import { isDataSubject, mayErase, mayGiveCopies } from '#shared/access/persons.ts';
import type { Role } from '#shared/access/roles.ts';
import {
  ERASE_PROPOSED_PATH,
  eraseProposedSchema,
  PROPOSALS_PATH,
  proposalsQuerySchema,
  type ProposalsPage,
} from '#shared/protocol/erasure.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { copyQuerySchema, eraseSchema, personCopyPath, personErasePath } from '#shared/protocol/persons.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import { writePiecewise } from '../http/piecewise.ts';
import { Places } from '../http/places.ts';
import { authorOf } from '../records/author.ts';
import type { Services } from '../services.ts';
import { copyJson } from './copy-json.ts';
import { copyPage } from './copy-page.ts';
import { erasePerson, eraseProposed } from './erase.ts';
import { erasureHorizon, proposedInquiries, type Horizon } from './proposals.ts';
import { copyOfPerson, type PersonCopy } from './person-copy.ts';

/** The rights of the people whose data is kept (decision 32). */
export function personRoutes(services: Services): Router {
  const router = Router();
  const { database, taken } = services;
  const places = new Places({ ofOne: 1, inAll: 3, waitMs: 15_000 });

  router.get(
    personCopyPath(':entity', ':id'),
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      const { user, role, address } = session;
      if (!mayGiveCopies(role))
        throw new PlainError(
          'forbidden',
          'Only an administrator gives a copy of what is kept about a person.',
        );
      const { format } = queryOf(request, copyQuerySchema);
      const entity = String(request.params['entity']);
      const id = String(request.params['id']);
      if (!isDataSubject(entity)) throw noSuchPerson();
      const leave = await places.take(user._id);
      try {
        const copy = await copyOfPerson(database, { _id: user._id, role, name: user.name }, entity, id);
        if (!copy) throw noSuchPerson();
        await taken.leaving(
          session,
          'rest',
          { '': copy.count },
          {
            action: 'person-copied',
            outcome: 'done',
            userId: user._id,
            address,
            detail: { entity, recordId: id },
          },
        );
        await send(services, response, copy, format);
      } finally {
        leave();
      }
    }),
  );

  router.get(
    PROPOSALS_PATH,
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      assertErases(session.role);
      const { after } = queryOf(request, proposalsQuerySchema);
      // A clock that is ahead proposes nobody: what is erased comes back no more.
      const horizon = await erasureHorizon(database, await services.retention.now());
      const page: ProposalsPage = horizon
        ? { ...horizonShown(horizon), ...(await proposedInquiries(database, horizon, after)) }
        : { months: null, before: new Date().toISOString(), people: [], next: null };
      await taken.leaving(session, 'rest', { inquiry: page.people.length });
      response.json(page);
    }),
  );

  router.post(
    ERASE_PROPOSED_PATH,
    signedIn(services),
    mayEraseHere,
    json(SMALL_BODY),
    call(async (request, response) => {
      const asked = bodyOf(request, eraseProposedSchema);
      response.json(await eraseProposed(services, authorOf(sessionOf(request)), asked));
    }),
  );

  router.post(
    personErasePath(':entity', ':id'),
    signedIn(services),
    mayEraseHere,
    json(SMALL_BODY),
    call(async (request, response) => {
      const { reason, name } = bodyOf(request, eraseSchema);
      const entity = String(request.params['entity']);
      const id = String(request.params['id']);
      if (!isDataSubject(entity)) throw noSuchPerson();
      const erased = await erasePerson(services, authorOf(sessionOf(request)), { entity, id, name, reason });
      response.json({ erased });
    }),
  );

  return router;
}

function assertErases(role: Role): void {
  if (!mayErase(role))
    throw new PlainError('forbidden', 'Only a Super Admin erases what is kept about a person.');
}

/** Before a body is read. */
const mayEraseHere: RequestHandler = (request, _response, next) => {
  assertErases(sessionOf(request).role);
  next();
};

const horizonShown = ({ months, before }: Horizon): Pick<ProposalsPage, 'months' | 'before'> => ({
  months,
  before,
});

const SMALL_BODY = 8 * 1024;

const noSuchPerson = (): PlainError => new PlainError('not-found', 'There is no such person here.');

/** Piece by piece: all of a copy at once would be in memory as long as the slowest line takes. */
async function send(
  { files }: Services,
  response: Response,
  copy: PersonCopy,
  format: 'html' | 'json',
): Promise<void> {
  response.type(format === 'html' ? 'text/html' : 'application/json');
  response.attachment(`copy.${format}`);
  const pieces = format === 'html' ? copyPage(copy) : copyJson(copy, (hash) => files.read(hash));
  for await (const piece of pieces) if (!(await writePiecewise(response, piece))) return;
  response.end();
}

import { Router, type Request, type Response } from 'express';
import type { Actor } from '#shared/access/permissions.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import type { Filter } from '#shared/model/filter.ts';
import type { Session } from '../auth/sessions.ts';
import { assertMaySend, keepFile } from '../files/keep-file.ts';
import { call, sessionOf, signedIn } from '../http/calls.ts';
import { newId } from '#shared/model/new-id.ts';
import type { Services } from '../services.ts';
import { readListQuery, type RestListQuery } from './list-query.ts';
import { readRecord } from './list-records.ts';
import { present } from './present.ts';
import { filesOf } from './form.ts';
import { mayAdd, mayChange } from './may-write.ts';
import { changesOf, readBodyOf } from './request-body.ts';
import { saveRecord } from './save-record.ts';
import { Lists } from './send-list.ts';
import { userRoutes } from './users.ts';

const actorOf = (session: Session): Actor => ({ _id: session.user._id, role: session.role });

/** The REST calls of section 7: the same five for every entity of the model, and the few special ones. */
export function restRoutes(services: Services): Router {
  const router = Router();
  const { model } = services.database;
  const lists = new Lists(services.database);
  router.use('/api/students/placement-status', placementFilter(services, lists));
  router.use('/api/assignroles/getallhrs', hrUsers(services, lists));
  for (const entity of model.entities) {
    // The specification gives some user paths without the prefix; they are served both ways (decision 14).
    const paths = entity.name === 'user' ? ['/api/users', '/users'] : [`/api/${entity.path}`];
    if (entity.name === 'user') router.use(paths, userRoutes(services));
    router.use(paths, entityRoutes(services, lists, entity));
  }
  return router;
}

function entityRoutes(services: Services, lists: Lists, entity: EntityDefinition): Router {
  const router = Router();
  const { database, taken } = services;
  const readBody = readBodyOf(entity);
  const one = async (session: Session, id: string): Promise<unknown> => {
    const record = await readRecord(database, actorOf(session), entity, id);
    await taken.leaving(session, 'rest', { [entity.name]: 1 });
    return (await present(database, entity, [record]))[0];
  };

  router.get(
    '/',
    signedIn(services),
    call(async (request, response) => {
      const query = readListQuery(entity, request.query);
      await sendCounted(services, lists, request, entity, query, response);
    }),
  );

  router.get(
    '/:id',
    signedIn(services),
    call(async (request, response) => {
      response.json(await one(sessionOf(request), String(request.params['id'])));
    }),
  );

  router.post(
    '/',
    signedIn(services),
    mayAdd(entity),
    readBody,
    call(async (request, response) => {
      const recordId = newId();
      const session = sessionOf(request);
      const changes = await changesWithFiles(services, session, request, entity);
      await saveRecord(services, session, { kind: 'create', entity: entity.name, recordId, changes });
      response.status(201).json(await one(session, recordId));
    }),
  );

  router.put(
    '/:id',
    signedIn(services),
    mayChange(entity),
    readBody,
    call(async (request, response) => {
      const recordId = String(request.params['id']);
      const session = sessionOf(request);
      const changes = await changesWithFiles(services, session, request, entity);
      await saveRecord(services, session, { kind: 'update', entity: entity.name, recordId, changes });
      response.json(await one(session, recordId));
    }),
  );

  router.delete(
    '/:id',
    signedIn(services),
    call(async (request, response) => {
      const recordId = String(request.params['id']);
      await saveRecord(services, sessionOf(request), { kind: 'delete', entity: entity.name, recordId });
      response.json({ _id: recordId });
    }),
  );

  return router;
}

/** The fields that a client wants to set; the files of a form are kept, and named by their hashes. */
async function changesWithFiles(
  services: Services,
  session: Session,
  request: Request,
  entity: EntityDefinition,
): Promise<Record<string, unknown>> {
  const changes = changesOf(request, entity);
  for (const { field, bytes } of filesOf(request)) {
    const sentFor = fieldOf(entity, field).document ? 'document' : 'field';
    assertMaySend(services.database.model, session, sentFor);
    const sender = { userId: session.user._id, address: session.address };
    changes[field] = await keepFile(services, sender, bytes, sentFor);
  }
  return changes;
}

/** Sends a list and counts it; a long one is in the audit log before anything is answered. */
async function sendCounted(
  { taken }: Services,
  lists: Lists,
  request: Request,
  entity: EntityDefinition,
  query: RestListQuery,
  response: Response,
): Promise<void> {
  const session = sessionOf(request);
  await lists.send(session.user._id, actorOf(session), entity, query, response, (rows) =>
    taken.list(session, entity.name, rows),
  );
}

/** Candidates by placement status; without one, all that have any. */
function placementFilter(services: Services, lists: Lists): Router {
  const router = Router();
  const entity = services.database.model.entity('candidate');
  router.get(
    '/filter',
    signedIn(services),
    call(async (request, response) => {
      const { status, ...others } = request.query;
      const query = readListQuery(entity, others);
      const placementStatus = typeof status === 'string' && status !== '' ? status : { empty: false };
      const filter: Filter = { ...query.filter, placementStatus };
      await sendCounted(services, lists, request, entity, { ...query, filter }, response);
    }),
  );
  return router;
}

/** Users with the role HR, as far as the asker may see users. */
function hrUsers(services: Services, lists: Lists): Router {
  const router = Router();
  const entity = services.database.model.entity('user');
  router.get(
    '/',
    signedIn(services),
    call(async (request, response) => {
      const query = readListQuery(entity, request.query);
      const filter: Filter = { ...query.filter, roleName: 'HR' };
      await sendCounted(services, lists, request, entity, { ...query, filter }, response);
    }),
  );
  return router;
}

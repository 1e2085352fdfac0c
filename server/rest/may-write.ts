import type { RequestHandler } from 'express';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { sessionOf } from '../http/calls.ts';
import { assertMayCreate, assertMayUpdate } from '../records/refusals.ts';

/** Refuses who may never add such a record, by the head of the call: the body is not read. It stands behind `signedIn`. */
export const mayAdd =
  (entity: EntityDefinition): RequestHandler =>
  (request, _response, next) => {
    assertMayCreate(entity, sessionOf(request).role);
    next();
  };

/** Refuses who may change no such record, as `mayAdd`. */
export const mayChange =
  (entity: EntityDefinition): RequestHandler =>
  (request, _response, next) => {
    assertMayUpdate(entity, sessionOf(request).role);
    next();
  };

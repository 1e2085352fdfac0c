import { Router, type Request, type RequestHandler } from 'express';
import { readOnly } from '#shared/access/grants.ts';
import type { Actor } from '#shared/access/permissions.ts';
import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import { MOST_TEXT_PICTURES, textFieldsOf } from '#shared/model/named-files.ts';
import { RateLimit, tooManyRequests } from '../auth/rate-limit.ts';
import type { Database } from '../database/database.ts';
import { addressGroup } from '../auth/address-group.ts';
import { addressOf, call, json } from '../http/calls.ts';
import { noSuchRecord } from '../records/refusals.ts';
import { readListQuery, type RestListQuery } from '../rest/list-query.ts';
import { readRecord } from '../rest/list-records.ts';
import { Lists, type ListLimits } from '../rest/send-list.ts';
import type { Services } from '../services.ts';
import { keepMessage, messageOf } from './contact-message.ts';
import { openPictures, withWholeAddresses } from './pictures.ts';
import { ReadingRate } from './reading-rate.ts';
import { KEPT_BACK_BY } from './settings.ts';
import { visitorsOnly } from './visitors.ts';

/** A visitor of the website: nobody of the organisation. */
const VISITOR: Actor = { _id: '', role: '' };

/** Most records of one answer, and of a list that is asked for without a limit; `offset` goes on from there. */
const MOST_ROWS = 500;
/** A page of the website asks for a few lists at once, and one router may have many visitors behind it; none is long. */
const LISTS: ListLimits = {
  any: { ofOne: 20, inAll: 100, waitMs: 15_000 },
  long: { ofOne: 1, inAll: 1, waitMs: 0 },
};
/** An article shows up to so many pictures, which are counted apart from what is read. */
const PICTURES_IN_ANSWER = MOST_TEXT_PICTURES / 3;
/** Largest message of the contact form, in bytes. */
const MESSAGE_LIMIT = 20 * 1024;
/** So many messages from one address within the window. */
export const MESSAGES = { most: 10, windowMs: 10 * 60_000 } as const;

/** So many from one address of IPv6 with its first 48 bits: one who rents a server has 65,536 times the first 64. */
export const WIDE_MESSAGES = { most: 30, windowMs: 10 * 60_000 } as const;
/** So many from all addresses together: what a machine with many writes is bounded, too. */
export const ALL_MESSAGES = { most: 300, windowMs: 60 * 60_000 } as const;

/** What the public website may do without sign-in, where the configuration opens it (decision 16). */
export function websiteRoutes(services: Services): Router {
  const router = Router();
  const { configuration, database } = services;
  // One for all that is open: a visitor has no more of it by asking for several kinds.
  const rate = readingLimit(configuration.publicReadRate);
  const lists = new Lists(database, LISTS);
  for (const name of configuration.publicRead)
    openReading(router, database, lists, database.model.entity(name), rate);
  if (configuration.publicRead.some((name) => textFieldsOf(database.model.entity(name)).length > 0))
    openPictures(router, services, readingLimit(configuration.publicReadRate * PICTURES_IN_ANSWER));
  if (configuration.publicContact) openContactForm(router, services);
  return router;
}

/** Refuses who reads too much, before anything is looked up. */
function readingLimit(most: number): RequestHandler {
  const rate = new ReadingRate(most);
  return (request, _response, next) => {
    const seconds = rate.count(addressGroup(addressOf(request)));
    if (seconds === 0) next();
    else next(tooManyRequests('Too much was read from here.', seconds));
  };
}

/** The rows that a visitor asks for, without drafts: a list without a limit is as long as one may be. */
function visitorsQuery(entity: EntityDefinition, query: Request['query']): RestListQuery {
  const asked = readListQuery(entity, query, MOST_ROWS);
  const keptBackBy = KEPT_BACK_BY[entity.name];
  const filter = keptBackBy === undefined ? asked.filter : { ...asked.filter, [keptBackBy]: { not: true } };
  return { ...asked, filter, limit: asked.limit ?? MOST_ROWS };
}

function openReading(
  router: Router,
  database: Database,
  lists: Lists,
  entity: EntityDefinition,
  rate: RequestHandler,
): void {
  const open: EntityDefinition = { ...entity, access: { [VISITOR.role]: readOnly } };
  router.get(
    `/api/${entity.path}`,
    visitorsOnly,
    rate,
    call((request, response) => {
      const who = addressGroup(addressOf(request));
      const query = visitorsQuery(open, request.query);
      const shown = (record: AnyRecord): AnyRecord => withWholeAddresses(open, record, request);
      return lists.send(who, VISITOR, open, query, response, undefined, shown);
    }),
  );
  router.get(
    `/api/${entity.path}/:id`,
    visitorsOnly,
    rate,
    call(async (request, response) => {
      const record = await readRecord(database, VISITOR, open, String(request.params['id']));
      const keptBackBy = KEPT_BACK_BY[entity.name];
      if (keptBackBy !== undefined && record[keptBackBy] === true) throw noSuchRecord(entity);
      response.json(withWholeAddresses(open, record, request));
    }),
  );
}

function openContactForm(router: Router, services: Services): void {
  const { database } = services;
  const assertFew = messageLimits(database);
  router.post(
    `/api/${database.model.entity('contactInquiry').path}`,
    visitorsOnly,
    (request, _response, next) => {
      assertFew(addressOf(request)).then(() => next(), next);
    },
    json(MESSAGE_LIMIT),
    call(async (request, response) => {
      response.status(201).json(await keepMessage(services, messageOf(request.body), addressOf(request)));
    }),
  );
}

/** Counts a message. What is refused for its address does not count for all. @throws PlainError `too-many-requests`. */
function messageLimits(database: Database): (address: string) => Promise<void> {
  const [narrow, wide, all] = (
    [
      ['contact message', MESSAGES],
      ['contact message wide', WIDE_MESSAGES],
      ['contact message all', ALL_MESSAGES],
    ] as const
  ).map(([kind, { most, windowMs }]) => new RateLimit(database, kind, most, windowMs));
  const here = 'Too many messages were sent from here.';
  return async (address) => {
    for (const [limit, key, sentence] of [
      [narrow, addressGroup(address), here],
      [wide, addressGroup(address, 48), here],
      [all, '', 'Too many messages were sent to us of late.'],
    ] as const) {
      const counted = await limit?.count(key);
      if (counted && counted.outcome !== 'allowed')
        throw tooManyRequests(sentence, counted.retryAfterSeconds);
    }
  };
}

import type { Request, RequestHandler, Router } from 'express';
import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { FILES_PATH, textFieldsOf } from '#shared/model/named-files.ts';
import { FILE_HASH } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { filePath } from '#shared/protocol/sync.ts';
import { addressGroup } from '../auth/address-group.ts';
import { FILE_HEADERS } from '../files/file-headers.ts';
import { idsNamingInText } from '../files/text-files.ts';
import { addressOf, call } from '../http/calls.ts';
import { sendPiecewise } from '../http/piecewise.ts';
import { Places, type PlaceLimits } from '../http/places.ts';
import type { Services } from '../services.ts';
import { KEPT_BACK_BY } from './settings.ts';
import { visitorsOnly } from './visitors.ts';

/** A browser asks for six at a time from one server, and many visitors may be behind one router. */
const PICTURES: PlaceLimits = { ofOne: 12, inAll: 40, waitMs: 15_000 };

/** Pictures of opened texts, for anybody, while one that is no draft names them (decision 18). */
export function openPictures(router: Router, services: Services, rate: RequestHandler): void {
  const places = new Places(PICTURES);
  router.get(
    filePath(':hash'),
    visitorsOnly,
    rate,
    call(async (request, response) => {
      const leave = await places.take(addressGroup(addressOf(request)));
      try {
        const hash = String(request.params['hash']);
        const type = await typeOfPublished(services, hash);
        const bytes = type === null ? null : await services.files.read(hash);
        if (type === null || !bytes) throw new PlainError('not-found', 'There is no such picture.');
        response.set({
          ...FILE_HEADERS,
          // The website is on another server, and the picture may be taken back at any time.
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Cache-Control': 'public, max-age=300',
        });
        await sendPiecewise(response.type(type), bytes);
      } finally {
        leave();
      }
    }),
  );
}

async function typeOfPublished({ configuration, database }: Services, hash: string): Promise<string | null> {
  if (!FILE_HASH.test(hash)) return null;
  const [kept] = await database.all<{ type: string }>('SELECT "type" FROM "files" WHERE "hash" = ?', [hash]);
  if (!kept) return null;
  for (const name of configuration.publicRead) {
    const entity = database.model.entity(name);
    const keptBackBy = KEPT_BACK_BY[name];
    const isOut = keptBackBy === undefined ? '' : ` AND COALESCE(${quote(keptBackBy)}, 0) = 0`;
    for (const field of textFieldsOf(entity)) {
      const [found] = await database.all(
        `SELECT 1 AS "found" FROM ${quote(name)}
         WHERE "_id" IN (${idsNamingInText(entity, field)}) AND "deletedAt" IS NULL${isOut} LIMIT 1`,
        [hash],
      );
      if (found) return kept.type;
    }
  }
  return null;
}

/** A record as the website gets it: its page stands elsewhere, so pictures have whole addresses there. */
export function withWholeAddresses(entity: EntityDefinition, record: AnyRecord, request: Request): AnyRecord {
  const origin = originOf(request);
  const texts = textFieldsOf(entity).flatMap((field): [string, string][] => {
    const html = record[field];
    return typeof html === 'string' ? [[field, withOrigin(html, origin)]] : [];
  });
  return { ...record, ...Object.fromEntries(texts) };
}

/** As the sanitiser writes it, a sign within words is `&lt;` and a quote within an attribute `&quot;`. */
const withOrigin = (html: string, origin: string): string =>
  html.replace(/<img [^<>]*>/g, (tag) =>
    tag.replace(` src="${FILES_PATH}/`, ` src="${origin}${FILES_PATH}/`),
  );

/** The server as the visitor has called it; a proxy says it where `TRUST_PROXY` names one. */
function originOf(request: Request): string {
  const host = request.get('host') ?? '';
  return /^[\w.:[\]-]+$/.test(host) ? `${request.protocol}://${host}` : '';
}

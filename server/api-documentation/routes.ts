import { Router } from 'express';
import { apiDocument } from './document.ts';
import { DOCUMENT_PATH, PAGE_PATH } from './own-calls.ts';
import { documentPage, PAGE_POLICY } from './page.ts';

/** The calls of the server, for programs and for people. It holds no data, and needs no sign-in. */
export function documentationRoutes(): Router {
  const router = Router();
  router.get(DOCUMENT_PATH, (_request, response) => {
    response.type('json').send(written().json);
  });
  router.get(PAGE_PATH, (_request, response) => {
    response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(written().page);
  });
  return router;
}

let kept: { json: Buffer; page: Buffer } | undefined;

/** Written once, when they are first asked for: anybody may ask, as often as they like; most servers nobody asks. */
function written(): { json: Buffer; page: Buffer } {
  if (kept) return kept;
  const document = apiDocument();
  kept = {
    json: Buffer.from(JSON.stringify(document)),
    page: Buffer.from(documentPage(document, DOCUMENT_PATH)),
  };
  return kept;
}

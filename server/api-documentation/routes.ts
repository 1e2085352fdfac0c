import { Router } from 'express';
import { apiDocument } from './document.ts';
import { DOCUMENT_PATH, PAGE_PATH } from './own-calls.ts';
import { documentPage, PAGE_POLICY } from './page.ts';

/** The calls of the server, for programs and for people. It holds no data, and needs no sign-in. */
export function documentationRoutes(): Router {
  const router = Router();
  const document = apiDocument();
  // Written once: anybody may ask for them, as often as they like.
  const json = Buffer.from(JSON.stringify(document));
  const page = Buffer.from(documentPage(document, DOCUMENT_PATH));
  router.get(DOCUMENT_PATH, (_request, response) => {
    response.type('json').send(json);
  });
  router.get(PAGE_PATH, (_request, response) => {
    response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(page);
  });
  return router;
}

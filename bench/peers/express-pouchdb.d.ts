declare module 'express-pouchdb' {
  import type { RequestHandler } from 'express';
  export default function expressPouchDB(
    databases: unknown,
    options: Readonly<Record<string, unknown>>,
  ): RequestHandler;
}

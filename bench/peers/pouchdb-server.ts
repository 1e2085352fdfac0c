import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import express from 'express';
import expressPouchDB from 'express-pouchdb';
import PouchDB from 'pouchdb';
import type { ColumnValue } from '../../shared/model/columns.ts';
import { storedIn, type Pouch } from './pouchdb-rows.ts';
import { FIELDS, withoutNulls, type Row } from './stored.ts';

/**
 * express-pouchdb on LevelDB, with the routes that PouchDB needs and without compression, which costs more than it
 * saves within a computer. Arguments: `fill` or `serve`, the source, the own folder.
 */
const [what, source = '', own = ''] = process.argv.slice(2);
const Databases = PouchDB.defaults({ prefix: join(own, '/') });
const candidates: Pouch = new Databases<Row>('candidates');
const BATCH = 2_000;

async function fill(): Promise<void> {
  const list = ['_id', ...FIELDS.map(({ name }) => name)].map((name) => `"${name}"`).join(', ');
  const rows = new Database(source, { readonly: true })
    .prepare<[], Record<string, ColumnValue>>(`SELECT ${list} FROM candidate ORDER BY "_seq"`)
    .all();
  for (let at = 0; at < rows.length; at += BATCH)
    await candidates.bulkDocs(rows.slice(at, at + BATCH).map(withoutNulls));
}

function serve(): void {
  const application = express();
  application.get('/stored', (_request, response, next) => {
    storedIn(candidates).then((stored) => response.json(stored), next);
  });
  const options = { mode: 'minimumForPouchDB', overrideMode: { exclude: ['compression'] } };
  application.use(expressPouchDB(Databases, options));
  const server = application.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  // A connection that is closed just when a client writes on it again would end that client.
  server.keepAliveTimeout = 600_000;
  process.once('SIGTERM', () => process.exit(0));
}

if (what === 'fill') await fill();
else serve();

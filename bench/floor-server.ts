import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import {
  createFloorTable,
  floorColumns,
  indexFloor,
  keepFloorIndexed,
  openFloor,
  upsertFloor,
} from './floor-table.ts';

/**
 * The peer: rows over plain HTTP from plain SQLite. Copies the candidates of one of our server's databases into a
 * table of its own first. Arguments: path of our database, path of its own.
 */
const [source, own] = process.argv.slice(2);
if (!source || !own) throw new Error('Give the path of the source database and of the own one');

const database = openFloor(own, 'FULL');
database.exec(`ATTACH '${source.replaceAll("'", "''")}' AS source`);
createFloorTable(database);
const names = floorColumns.map(quote).join(', ');
database.exec(
  `INSERT INTO candidate (${names}) SELECT ${names} FROM source.candidate ORDER BY "_seq"; DETACH source`,
);
indexFloor(database);
keepFloorIndexed(database);

const page = database
  .prepare<[number, number], ColumnValue[]>(
    `SELECT rowid, ${names} FROM candidate WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  )
  .raw();
const upsert = upsertFloor(database);
const write = database.transaction((rows: ColumnValue[][]) => {
  for (const row of rows) upsert.run(...row);
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET') {
    const rows = page.all(Number(url.searchParams.get('after')), Number(url.searchParams.get('limit')));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
    return;
  }
  const rows = JSON.parse(await bodyOf(request)) as ColumnValue[][];
  write(rows);
  response.setHeader('content-type', 'application/json').end('{}');
  const message = JSON.stringify(rows);
  for (const client of live.clients) client.send(message);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
const live = new WebSocketServer({ server });
// Its client indexes and searches for many seconds between two calls: else it would write to a connection that is closed.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));

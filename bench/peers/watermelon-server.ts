import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { openSqliteRows } from './sqlite-rows.ts';
import { bodyOf, sendJson, serve } from './serve.ts';
import { withoutNulls, type Row } from './stored.ts';

/**
 * A server of WatermelonDB's sync protocol on plain SQLite: all changes since a timestamp in one answer, which is
 * streamed; pushed rows are written as one, unless one of them has changed since. Arguments: the source, the own path.
 */
const [source = '', own = ''] = process.argv.slice(2);
const rows = openSqliteRows(own, source);
const PAGE = 1_000;

type PushedRow = Row & { id: string };
type Pushed = { candidates: { created: PushedRow[]; updated: PushedRow[]; deleted: string[] } };

async function pull(since: number, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json');
  const [first, second] = since === 0 ? ['created', 'updated'] : ['updated', 'created'];
  response.write(
    `{"timestamp":${rows.newest()},"changes":{"candidates":{"deleted":[],"${second}":[],"${first}":[`,
  );
  let after = since;
  let comma = '';
  for (;;) {
    const page = rows.after(after, PAGE);
    after = page.at(-1)?.changed ?? after;
    const texts = page.map(({ _id, ...fields }) => JSON.stringify({ ...withoutNulls(fields), id: _id }));
    if (texts.length > 0 && !response.write(comma + texts.join(','))) await once(response, 'drain');
    comma = ',';
    if (page.length < PAGE) break;
  }
  response.end(']}}}');
}

serve(async (request, response, url) => {
  const since = Number(url.searchParams.get('since'));
  if (request.method === 'GET') return pull(since, response);
  const { candidates } = (await bodyOf(request)) as Pushed;
  const pushed = [...candidates.created, ...candidates.updated];
  if (pushed.some(({ id }) => (rows.find(id)?.changed ?? 0) > since)) {
    response.writeHead(409).end('Changed since');
    return;
  }
  rows.write(pushed.map(({ id, ...fields }) => ({ ...fields, _id: id })));
  sendJson(response, {});
}, rows.stored);

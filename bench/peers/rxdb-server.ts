import { openSqliteRows, type ServerRow } from './sqlite-rows.ts';
import { bodyOf, sendJson, serve } from './serve.ts';
import { withoutNulls, type Row } from './stored.ts';

/**
 * The HTTP endpoints that RxDB's documentation describes for a server of one's own, on plain SQLite: documents after a
 * checkpoint, and pushed ones with what the client took the server to have. Arguments: the source, the own path.
 */
const [source = '', own = ''] = process.argv.slice(2);
const rows = openSqliteRows(own, source);

interface Pushed {
  newDocumentState: Document;
  assumedMasterState?: Document;
}

type Document = Row & { _deleted: boolean };

function documentOf(row: ServerRow): Document {
  return { ...withoutNulls(row), _deleted: false } as Document;
}

serve(async (request, response, url) => {
  if (request.method === 'GET') {
    const after = Number(url.searchParams.get('after'));
    const page = rows.after(after, Number(url.searchParams.get('limit')));
    const checkpoint = { changed: page.at(-1)?.changed ?? after };
    sendJson(response, { documents: page.map(documentOf), checkpoint });
    return;
  }
  const taken: Row[] = [];
  const conflicts: Row[] = [];
  for (const { newDocumentState, assumedMasterState } of (await bodyOf(request)) as Pushed[]) {
    const present = rows.find(newDocumentState._id);
    if (present && present['updatedAt'] !== assumedMasterState?.['updatedAt'])
      conflicts.push(documentOf(present));
    else taken.push(newDocumentState);
  }
  rows.write(taken);
  sendJson(response, conflicts);
}, rows.stored);

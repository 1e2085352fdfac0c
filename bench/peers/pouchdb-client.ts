import { mkdirSync } from 'node:fs';
import PouchDB from 'pouchdb';
import { measure } from './measured.ts';
import { storedIn, type Pouch } from './pouchdb-rows.ts';
import { remarksOf, type Row } from './stored.ts';

/** PouchDB on LevelDB. Arguments: address, folder, rows, edits. */
const [address = '', folder = '', rows, edits] = process.argv.slice(2);
/** Large batches: each of them costs several requests and a checkpoint on both sides. */
const BATCH = 2_000;

mkdirSync(folder);
const own: Pouch = new PouchDB<Row>(`${folder}/candidates`);
const server: Pouch = new PouchDB<Row>(`${address}/candidates`, { skip_setup: true });

async function replicate(from: Pouch, to: Pouch): Promise<void> {
  const { errors } = await PouchDB.replicate(from, to, { batch_size: BATCH });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
}

await measure(
  {
    pull: () => replicate(server, own),
    count: async () => (await own.info()).doc_count,
    edit: async (count) => {
      // The way back looks through what came from the server, once; this is not counted.
      await replicate(own, server);
      const first = await own.allDocs({ include_docs: true, limit: count });
      const documents = first.rows.flatMap((row) =>
        'doc' in row && row.doc ? [row.doc as Row & { _rev: string }] : [],
      );
      await own.bulkDocs(documents.map((each, index) => ({ ...each, remarks: remarksOf(index) })));
    },
    push: () => replicate(own, server),
    stored: () => storedIn(own),
  },
  Number(rows),
  Number(edits),
);

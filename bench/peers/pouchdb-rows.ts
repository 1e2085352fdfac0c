import { storedOf, type Row, type Stored } from './stored.ts';

export type Pouch = PouchDB.Database<Row>;
const PAGE = 5_000;

/** The documents of a PouchDB, page by page in order of their ids. */
async function* documentsOf(database: Pouch): AsyncGenerator<Row> {
  let after: string | undefined;
  for (;;) {
    const from = after === undefined ? {} : { startkey: after, skip: 1 };
    const { rows } = await database.allDocs({ include_docs: true, limit: PAGE, ...from });
    for (const row of rows) if ('doc' in row && row.doc) yield row.doc;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

export const storedIn = (database: Pouch): Promise<Stored> => storedOf(documentsOf(database));

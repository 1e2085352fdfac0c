import { appSchema, Database, Model, Q, tableSchema } from '@nozbe/watermelondb';
import sqlite from '@nozbe/watermelondb/adapters/sqlite/index.js';
import { synchronize } from '@nozbe/watermelondb/sync/index.js';
import { measure } from './measured.ts';
import { FIELDS, remarksOf, storedOf } from './stored.ts';

/**
 * WatermelonDB on better-sqlite3, its adapter for Node. Turbo needs the JSI of React Native, which Node has not.
 * Arguments: address, path, rows, edits.
 */
const [address = '', path = '', rows, edits] = process.argv.slice(2);

// CommonJS with a default of its own.
const SQLiteAdapter = sqlite.default;

class Candidate extends Model {
  static override table = 'candidates';
}

const columns = FIELDS.map(({ name, type }) => ({
  name,
  type: type === 'text' ? ('string' as const) : ('number' as const),
  isOptional: true,
}));
const database = new Database({
  adapter: new SQLiteAdapter({
    dbName: path,
    schema: appSchema({ version: 1, tables: [tableSchema({ name: 'candidates', columns })] }),
  }),
  modelClasses: [Candidate],
});
const candidates = database.get<Candidate>('candidates');

const sync = (): Promise<void> =>
  synchronize({
    database,
    pullChanges: async ({ lastPulledAt }) => {
      const response = await fetch(`${address}/?since=${lastPulledAt ?? 0}`);
      return (await response.json()) as never;
    },
    pushChanges: async ({ changes, lastPulledAt }) => {
      const body = JSON.stringify(changes);
      const response = await fetch(`${address}/?since=${lastPulledAt}`, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
    },
  });

const edit = async (count: number): Promise<void> => {
  const first = await candidates.query(Q.sortBy('id', Q.asc), Q.take(count)).fetch();
  await database.write(async () => {
    const changed = first.map((each, index) =>
      each.prepareUpdate((record) => record._setRaw('remarks', remarksOf(index))),
    );
    await database.batch(changed);
  });
};

async function* all(): AsyncGenerator<Record<string, unknown>> {
  const raws = (await candidates.query(Q.sortBy('id', Q.asc)).unsafeFetchRaw()) as Record<string, unknown>[];
  for (const raw of raws) yield { ...raw, _id: raw['id'] };
}

await measure(
  {
    pull: sync,
    count: () => candidates.query().fetchCount(),
    edit,
    push: sync,
    stored: () => storedOf(all()),
  },
  Number(rows),
  Number(edits),
);

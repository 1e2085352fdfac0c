import { createRxDatabase, type RxJsonSchema } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { measure } from './measured.ts';
import { FIELDS, remarksOf, storedOf, type Row } from './stored.ts';

/**
 * RxDB with its storage in memory: nothing is on disk. The free storage that keeps data on disk in Node, "SQLite
 * trial", ends at 500 documents; the others are bought, or need a browser or a database server.
 * Arguments: address, path (not used), rows, edits.
 */
const [address = '', , rows, edits] = process.argv.slice(2);
const BATCH = 1_000;

const properties = Object.fromEntries(
  FIELDS.map(({ name, type }) => [name, { type: type === 'text' ? 'string' : 'number' }]),
);
const schema: RxJsonSchema<Row> = {
  version: 0,
  primaryKey: '_id',
  type: 'object',
  properties: { ...properties, _id: { type: 'string', maxLength: 40 } },
  required: ['_id'],
};
const database = await createRxDatabase({
  name: 'peer',
  storage: getRxStorageMemory(),
  multiInstance: false,
});
const { candidates } = await database.addCollections({ candidates: { schema } });

const json = async (path: string, request?: RequestInit): Promise<unknown> => {
  const response = await fetch(address + path, request);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};
const replication = replicateRxCollection<Row, { changed: number }>({
  collection: candidates,
  replicationIdentifier: 'peer',
  autoStart: false,
  live: true,
  pull: {
    batchSize: BATCH,
    handler: async (checkpoint, limit) =>
      (await json(`/?after=${checkpoint?.changed ?? 0}&limit=${limit}`)) as never,
  },
  push: {
    batchSize: BATCH,
    handler: async (changed) => (await json('/', { method: 'POST', body: JSON.stringify(changed) })) as never,
  },
});
replication.error$.subscribe((error) => {
  throw error;
});

await measure(
  {
    pull: async () => {
      await replication.start();
      await replication.awaitInitialReplication();
    },
    count: () => candidates.count().exec(),
    edit: async (count) => {
      await replication.pause();
      const first = await candidates.find({ sort: [{ _id: 'asc' }], limit: count }).exec();
      const updatedAt = new Date().toISOString();
      await candidates.bulkUpsert(
        first.map((each, index) => ({ ...each.toMutableJSON(), remarks: remarksOf(index), updatedAt })),
      );
    },
    push: async () => {
      await replication.start();
      await replication.awaitInSync();
    },
    stored: async () => {
      const all = await candidates.find({ sort: [{ _id: 'asc' }] }).exec();
      return storedOf(all.map((each) => each.toJSON() as Row));
    },
  },
  Number(rows),
  Number(edits),
);
await database.close();

import { createRxDatabase, type RxJsonSchema, type RxStorage } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import type { Row } from './stored.ts';

const BATCH = 1_000;

/** What RxDB's client does in each step, wherever its storage is; see `Steps`. */
export interface RxSteps {
  pull(): Promise<void>;
  count(): Promise<number>;
  /** Gives the first rows the remarks, in order of the ids. */
  edit(remarks: readonly string[]): Promise<void>;
  push(): Promise<void>;
  /** Rows in order of their ids, after the given one. */
  rows(after: string, limit: number): Promise<Row[]>;
}

export interface RxField {
  name: string;
  type: string;
}

/**
 * A database with the candidates alone, replicated with the endpoints at an address as RxDB's documentation has it for
 * a server of one's own: pull and push handlers over HTTP.
 */
export async function rxSteps(
  storage: RxStorage<unknown, unknown>,
  address: string,
  fields: readonly RxField[],
): Promise<RxSteps> {
  const properties = Object.fromEntries(
    fields.map(({ name, type }) => [name, { type: type === 'text' ? 'string' : 'number' }]),
  );
  const schema: RxJsonSchema<Row> = {
    version: 0,
    primaryKey: '_id',
    type: 'object',
    properties: { ...properties, _id: { type: 'string', maxLength: 40 } },
    required: ['_id'],
  };
  const database = await createRxDatabase({ name: 'peer', storage, multiInstance: false });
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
      handler: async (changed) =>
        (await json('/', { method: 'POST', body: JSON.stringify(changed) })) as never,
    },
  });
  // Without this it tries again and again.
  const failed = new Promise<never>((_resolve, reject) => replication.error$.subscribe(reject));
  failed.catch(() => undefined);
  const orFailed = async (what: Promise<unknown>): Promise<void> => {
    await Promise.race([what, failed]);
  };
  const page = async (after: string, limit: number): Promise<Row[]> => {
    const found = await candidates
      .find({ selector: { _id: { $gt: after } }, sort: [{ _id: 'asc' }], limit })
      .exec();
    return found.map((each) => each.toMutableJSON() as Row);
  };

  return {
    pull: () => orFailed(replication.start().then(() => replication.awaitInitialReplication())),
    count: () => candidates.count().exec(),
    edit: async (remarks) => {
      await replication.pause();
      const updatedAt = new Date().toISOString();
      const first = await page('', remarks.length);
      await candidates.bulkUpsert(
        first.map((row, index) => ({ ...row, remarks: remarks[index] ?? '', updatedAt })),
      );
    },
    push: () => orFailed(replication.start().then(() => replication.awaitInSync())),
    rows: page,
  };
}

import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { measure } from './measured.ts';
import { rxSteps } from './rxdb-steps.ts';
import { FIELDS, remarksOf, storedOf } from './stored.ts';

/**
 * RxDB with its storage in memory: nothing is on disk. The free storage that keeps data on disk in Node, "SQLite
 * trial", ends at 500 documents; the others are bought, or need a browser or a database server.
 * Arguments: address, path (not used), rows, edits.
 */
const [address = '', , rows, edits] = process.argv.slice(2);

const steps = await rxSteps(getRxStorageMemory(), address, FIELDS);
await measure(
  {
    ...steps,
    edit: (count) => steps.edit(Array.from({ length: count }, (_, index) => remarksOf(index))),
    stored: async () => storedOf(await steps.rows('', Number(rows))),
  },
  Number(rows),
  Number(edits),
);
process.exit(0);

import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startReading } from '../files/reading-worker.ts';

/** A program that ends workers at any moment while they unpack; what is wrong with that costs the process it is run in. */
const TIMES = Number(process.argv[2]);
const WORKER = join(import.meta.dirname, 'unpacking-worker.ts');

let ended = 0;
await Promise.all(
  [1, 2].map(async () => {
    while (ended < TIMES) {
      ended += 1;
      const { worker, end } = startReading(WORKER, {}, 64);
      await once(worker, 'message');
      await wait(Math.random() * 10);
      await end();
    }
  }),
);
process.stdout.write('All are ended');

import { runStaticChecks } from './static-checks.ts';
import { keepTestFilesInMemory } from './test-folder.ts';
import { addTally, emptyTally, tallyLines } from './test-tally.ts';
import { runUnitTests } from './unit-tests.ts';

/** `npm run check`: what can be known in under a minute. The whole is `npm test`. */
keepTestFilesInMemory();
const tally = emptyTally();
// Both at once: when one has less to do than there are cores, the other takes the rest.
for (const part of await Promise.all([runStaticChecks(), runUnitTests({ quick: true })]))
  addTally(tally, part);
for (const line of tallyLines(tally)) process.stdout.write(`${line}\n`);
process.exitCode = tally.failed.length === 0 ? 0 : 1;

import { runStaticChecks } from './static-checks.ts';
import { keepTestFilesInMemory } from './test-folder.ts';
import { addTally, emptyTally, tallyLines } from './test-tally.ts';
import { runUnitTests } from './unit-tests.ts';

/** `npm run check`: what can be known in under a minute. The whole is `npm test`. */
keepTestFilesInMemory();
const tally = emptyTally();
// One after the other: each fills the cores by itself, and both at once are done no sooner (measured on two).
addTally(tally, await runStaticChecks());
addTally(tally, await runUnitTests({ quick: true }));
for (const line of tallyLines(tally)) process.stdout.write(`${line}\n`);
process.exitCode = tally.failed.length === 0 ? 0 : 1;

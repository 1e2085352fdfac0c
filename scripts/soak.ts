import { addTally, emptyTally, tallyLines } from './test-tally.ts';
import { runUnitTests } from './unit-tests.ts';

/** How many times longer than in `npm test`. */
const factor = process.argv[2] ?? '10';

/**
 * `npm run soak`: the tests that kill real processes and send hostile requests, many times over, those of the server on
 * both engines. `npm test` runs a short form of each.
 */
const tally = emptyTally();
addTally(tally, await runUnitTests({ only: '.soak.test.ts', env: { SOAK_FACTOR: factor } }));
for (const line of tallyLines(tally)) process.stdout.write(`${line}\n`);
process.exitCode = tally.failed.length === 0 ? 0 : 1;

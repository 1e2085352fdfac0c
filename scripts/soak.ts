import { runBrowserTests } from './end-to-end-tests.ts';
import { addTally, emptyTally, tallyLines } from './test-tally.ts';
import { runUnitTests } from './unit-tests.ts';

/** How many times longer than in `npm test`. */
const factor = process.argv[2] ?? '10';

/** Of these `npm test` asks a part on PostgreSQL (server/testing/tier.ts). */
const PARTLY_ASKED = [
  'server/rest/permission-matrix.test.ts',
  'server/records/undo.random.test.ts',
  'server/sync/convergence.test.ts',
  'server/sync/shared-pages.test.ts',
];

/** Walks over all screens, of which `npm test` goes a part (tests/product/tier.ts). */
const WALKS = ['tests/browser/appearance.spec.ts', 'tests/browser/roles.spec.ts'];

/**
 * `npm run soak`: the tests that kill real processes and send hostile requests, many times over, those of the server on
 * both engines; and whole what `npm test` has a short form of.
 */
process.env['SOAK_FACTOR'] = factor;
const tally = emptyTally();
addTally(tally, await runUnitTests({ only: ['.soak.test.ts', ...PARTLY_ASKED] }));
addTally(tally, await runBrowserTests(WALKS));
for (const line of tallyLines(tally)) process.stdout.write(`${line}\n`);
process.exitCode = tally.failed.length === 0 ? 0 : 1;

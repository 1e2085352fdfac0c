import { buildApplication } from './build.ts';
import { runBrowserTests, runElectronTests } from './end-to-end-tests.ts';
import { runStaticChecks } from './static-checks.ts';
import { keepTestFilesInMemory } from './test-folder.ts';
import { addTally, emptyTally, tallyLines, type Tally } from './test-tally.ts';
import { shareAskedFor, shareLine, shareOfCommit } from './test-share.ts';
import { runUnitTestsOf } from './unit-tests.ts';

const share = await shareAskedFor(process.argv.slice(2), () => shareOfCommit());

/**
 * `npm test` asks a share of the long tests (test-share.ts), `npm run test:whole` everything. A part that breaks down
 * counts as one failure, and the others still run.
 */
const PARTS: readonly [name: string, run: () => Promise<Tally>][] = [
  ['Lint, layers and types', runStaticChecks],
  ['Build', build],
  ['Unit and integration tests', () => runUnitTestsOf(share)],
  ['Browser tests', () => runBrowserTests(share)],
  ['Electron tests', () => runElectronTests(share)],
];

async function build(): Promise<Tally> {
  await buildApplication();
  return { ...emptyTally(), passed: 1 };
}

keepTestFilesInMemory();
const tally = emptyTally();
for (const [name, run] of PARTS) {
  process.stdout.write(`\n== ${name}\n`);
  const began = performance.now();
  try {
    addTally(tally, await run());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${reason}\n`);
    tally.failed.push({ name, reason });
  }
  process.stdout.write(`${name} took ${((performance.now() - began) / 60_000).toFixed(1)} min\n`);
}
process.stdout.write(`\n${shareLine(share)}\n`);
for (const line of tallyLines(tally)) process.stdout.write(`${line}\n`);
process.exit(tally.failed.length === 0 ? 0 : 1);

import { buildApplication } from './build.ts';
import { runBrowserTests, runElectronTests } from './end-to-end-tests.ts';
import { runStaticChecks } from './static-checks.ts';
import { keepTestFilesInMemory } from './test-folder.ts';
import { addTally, emptyTally, tallyLines, type Tally } from './test-tally.ts';
import { runUnitTests } from './unit-tests.ts';

/** `npm test`: everything. A part that breaks down counts as one failure, and the others still run. */
const PARTS: readonly [name: string, run: () => Promise<Tally>][] = [
  ['Lint, layers and types', runStaticChecks],
  ['Build', build],
  ['Unit and integration tests', () => runUnitTests()],
  ['Browser tests', runBrowserTests],
  ['Electron tests', runElectronTests],
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
process.stdout.write('\n');
for (const line of tallyLines(tally)) process.stdout.write(`${line}\n`);
process.exit(tally.failed.length === 0 ? 0 : 1);

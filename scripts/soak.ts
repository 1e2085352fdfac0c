import { PACKAGES } from '../tests/failover/machine.ts';
import { ensureSystemPackages } from './system-packages.ts';
import { addTally, emptyTally, tallyLines, type Tally } from './test-tally.ts';
import { runUnitTests } from './unit-tests.ts';

/** How many times longer than in `npm test`. */
const factor = process.argv[2] ?? '10';
const FAILOVER = 'tests/failover';

/**
 * `npm run soak`: the tests that kill real processes and send hostile requests, many times over, those of the server on
 * both engines; `npm test` runs a short form of each. Then failovers among three machines, which `npm test` has not: they need
 * packages of the system. `npm run soak -- 10 failover` has those alone.
 */
async function runFailovers(): Promise<Tally> {
  const missing =
    process.platform === 'linux'
      ? await ensureSystemPackages(PACKAGES)
      : 'three machines are played by loopback addresses of Linux';
  if (missing === undefined) return runUnitTests({ only: FAILOVER, env: { FAILOVER: 'on' } });
  process.stdout.write(`${missing}\n`);
  return { ...emptyTally(), skipped: [{ name: FAILOVER, reason: missing }] };
}

const tally = emptyTally();
if (process.argv[3] !== 'failover')
  addTally(tally, await runUnitTests({ only: '.soak.test.ts', env: { SOAK_FACTOR: factor } }));
addTally(tally, await runFailovers());
for (const line of tallyLines(tally)) process.stdout.write(`${line}\n`);
process.exitCode = tally.failed.length === 0 ? 0 : 1;

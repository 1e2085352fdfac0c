import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';
import { shardArgument, type Share } from './test-share.ts';
import { addTally, readVitestReport, type Tally } from './test-tally.ts';

export interface UnitTestChoice {
  /** Parts of the paths of the only files that are run. */
  only?: readonly string[];
  /** Only the quick ones: no processes, no PostgreSQL, not every case there is. */
  quick?: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Runs the quick tests that stand beside the code, and a share of those that are long or ask PostgreSQL. */
export async function runUnitTestsOf(share: Share): Promise<Tally> {
  if (!share) return runUnitTests();
  const tally = await runUnitTests({ quick: true });
  addTally(tally, await runVitest(['--project=!unit', shardArgument(share)]));
  return tally;
}

/** Runs the tests that stand beside the code: all of them, or as chosen. */
export function runUnitTests({ only = [], quick, env }: UnitTestChoice = {}): Promise<Tally> {
  return runVitest([...(quick ? ['--project=unit'] : []), ...only], env);
}

async function runVitest(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Tally> {
  const file = join(PROJECT, 'test-results', 'unit.json');
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs');
  await runCommand(
    process.execPath,
    [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { cwd: PROJECT, show: true, env: { ...process.env, ...env } },
  );
  return readVitestReport(file);
}

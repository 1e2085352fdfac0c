import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';
import { readVitestReport, type Tally } from './test-tally.ts';

export interface UnitTestChoice {
  /** Parts of the paths of the only files that are run. */
  only?: readonly string[];
  /** Only the quick ones: no processes, no PostgreSQL, not every case there is. */
  quick?: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Runs the tests that stand beside the code: all of them, or as chosen. */
export async function runUnitTests({ only, quick, env }: UnitTestChoice = {}): Promise<Tally> {
  const file = join(PROJECT, 'test-results', 'unit.json');
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs');
  await runCommand(
    process.execPath,
    [
      vitest,
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(quick ? ['--project=unit'] : []),
      ...(only ?? []),
    ],
    { cwd: PROJECT, show: true, env: { ...process.env, ...env } },
  );
  return readVitestReport(file);
}

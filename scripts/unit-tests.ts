import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';
import { readVitestReport, type Tally } from './test-tally.ts';

export interface UnitTestChoice {
  /** Pattern of the files that are left out. */
  without?: string;
  /** Part of the path of the only files that are run. */
  only?: string;
  /** Leaves out the server's second run, in PostgreSQL. */
  sqliteOnly?: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Runs the tests that stand beside the code: all of them, or as chosen. */
export async function runUnitTests({ without, only, sqliteOnly, env }: UnitTestChoice = {}): Promise<Tally> {
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
      ...(without ? ['--exclude', without] : []),
      ...(sqliteOnly ? ['--project=unit'] : []),
      ...(only ? [only] : []),
    ],
    { cwd: PROJECT, show: true, env: { ...process.env, ...env } },
  );
  return readVitestReport(file);
}

import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';
import { readVitestReport, type Tally } from './test-tally.ts';

/**
 * Runs the tests that stand beside the code.
 * @param folders only those below these folders; all by default.
 */
export async function runUnitTests(folders: readonly string[] = []): Promise<Tally> {
  const file = join(PROJECT, 'test-results', 'unit.json');
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs');
  await runCommand(
    process.execPath,
    [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...folders],
    { cwd: PROJECT, show: true },
  );
  return readVitestReport(file);
}

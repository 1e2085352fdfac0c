import { join } from 'node:path';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';
import { emptyTally, type Tally } from './test-tally.ts';

/** What the type checker found is kept: it looks again at what has changed, and at all that depends on that. */
const TYPES_KEPT = 'node_modules/.cache/types.tsbuildinfo';

const CHECKS = [
  { name: 'Lint', command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  { name: 'Layers', command: ['scripts/lint-layers.ts'] },
  {
    name: 'Types',
    command: [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      TYPES_KEPT,
    ],
  },
  { name: 'Format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
] as const;

/** Runs lint, the layer rules, the type checker and the formatter's check at once; each counts as one test. */
export async function runStaticChecks(): Promise<Tally> {
  const tally = emptyTally();
  await Promise.all(
    CHECKS.map(async ({ name, command }) => {
      const [script, ...args] = command;
      const { code, stdout, stderr } = await runCommand(process.execPath, [join(PROJECT, script), ...args], {
        cwd: PROJECT,
      });
      if (code === 0) {
        tally.passed += 1;
        process.stdout.write(`${name}: passed\n`);
      } else {
        tally.failed.push({ name, reason: `${stdout}${stderr}` });
        process.stdout.write(`${stdout}${stderr}\n${name}: failed\n`);
      }
    }),
  );
  return tally;
}

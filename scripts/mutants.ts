import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProject } from './project-copy.ts';
import { PROJECT } from './project.ts';
import { mustRun, runCommand } from './run-command.ts';

/**
 * `npm run mutants`: puts one deliberate fault after the other (tests/mutants/) into a copy of the sources, and says by
 * what each is found: by the simulation and after how many seeds, else by the tests that its head names. Fails where one
 * is not found.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    'tests-only': { type: 'boolean', default: false },
  },
});

const FOLDER = join(PROJECT, 'tests', 'mutants');

interface Mutant {
  name: string;
  path: string;
  /** The rule that it breaks, and how. */
  fault: string;
  /** Test files of which one at least must fail. */
  tests: readonly string[];
}

/** A patch says in its first line what it breaks; `Tests:` names test files, where the simulation does not go there. */
function readMutant(path: string): Mutant {
  const [fault = '', ...rest] = readFileSync(path, 'utf8').split('\n');
  const tests = rest.find((line) => line.startsWith('Tests: '))?.slice('Tests: '.length) ?? '';
  return { name: basename(path, '.patch'), path, fault, tests: tests.split(/,? +/).filter(Boolean) };
}

/** After how many seeds the simulation fails; null where it does not. */
async function foundBySimulation(folder: string): Promise<number | null> {
  const { code, stdout, stderr } = await runCommand(
    process.execPath,
    ['tests/simulation/main.ts', '--seeds', values.seeds, '--first-failure', '--no-shrink'],
    { cwd: folder },
  );
  if (code === 0) return null;
  const lived = /^(\d+) seeds, .* failed$/m.exec(stdout)?.[1];
  if (lived === undefined) throw new Error(`The simulation broke down:\n${stdout}${stderr}`.slice(-4000));
  return Number(lived);
}

/** The first of its test files that fails. */
async function foundByTest(folder: string, tests: readonly string[]): Promise<string | null> {
  for (const test of tests) {
    const report = join(folder, 'mutant.json');
    rmSync(report, { force: true });
    await runCommand(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=unit',
        '--project=thorough',
        '--project=postgresql',
        '--bail=1',
        '--reporter=json',
        `--outputFile=${report}`,
        test,
      ],
      { cwd: folder },
    );
    const { success, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8')) as {
      success: boolean;
      numFailedTests: number;
      numTotalTests: number;
    };
    if (numTotalTests === 0) throw new Error(`${test} has no tests`);
    if (numFailedTests > 0) return test;
    // What its tests need could not be made ready, so that none was asked.
    if (!success) throw new Error(`${test} could not be run`);
  }
  return null;
}

async function foundBy(folder: string, { tests }: Mutant): Promise<string | null> {
  if (!values['tests-only']) {
    const seeds = await foundBySimulation(folder);
    if (seeds !== null) return `simulation, ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}`;
  }
  return foundByTest(folder, tests);
}

const mutants = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.patch') && name.includes(values.only))
  .map((name) => readMutant(join(FOLDER, name)));
const copy = await copyOfProject();
let missed = 0;
try {
  process.stdout.write('| Fault | Breaks | Found by |\n| --- | --- | --- |\n');
  for (const mutant of mutants) {
    await mustRun('git', ['apply', mutant.path], { cwd: copy.folder });
    const found = await foundBy(copy.folder, mutant);
    if (found === null) missed += 1;
    process.stdout.write(`| \`${mutant.name}\` | ${mutant.fault} | ${found ?? '**nothing**'} |\n`);
    await mustRun('git', ['apply', '--reverse', mutant.path], { cwd: copy.folder });
  }
} finally {
  copy.remove();
}
process.stdout.write(`${mutants.length} deliberate faults, ${missed} not found\n`);
process.exitCode = missed === 0 ? 0 : 1;

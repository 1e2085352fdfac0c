import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyOfProject, type ProjectCopy } from './project-copy.ts';
import { PROJECT } from './project.ts';
import { makeEdit, readRecipes, runStep } from './recipe-steps.ts';
import { runCommand } from './run-command.ts';

/** The recipes of docs/adding.md, followed to the letter in a copy of the sources. */
const steps = readRecipes(readFileSync(join(PROJECT, 'docs/adding.md'), 'utf8'));

/** Tests that go through the model, the routes or the screens, and those of what is generated from them. */
const TESTS = [
  'renderer/app',
  'renderer/components/record-form',
  'server/database/migration.test.ts',
  'server/demo/load.test.ts',
  'server/demo/records.test.ts',
  'server/import',
  'server/rest/permission-doors.test.ts',
  'shared/access',
  'shared/model',
];

let project: ProjectCopy;
let copy: string;

/** Runs a tool of the copy as somebody at a prompt does: the runner of this test is not its business. */
async function run(script: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const result = await runCommand(process.execPath, [script, ...args], {
    cwd: copy,
    env: { ...env, NO_COLOR: '1' },
  });
  return { code: result.code, said: result.code === 0 ? '' : `${result.stdout}${result.stderr}` };
}

const passed = { code: 0, said: '' };

beforeAll(async () => {
  project = await copyOfProject();
  copy = project.folder;
  for (const step of steps) {
    if (step.act === 'run') expect(await runStep(copy, step.command)).toMatchObject({ code: 0, stderr: '' });
    else makeEdit(copy, step);
  }
});
afterAll(() => project.remove());

test('the recipes generate their migrations', async () => {
  const { stdout } = await runStep(copy, 'npm run migration');
  expect(stdout).toBe('The migrations give exactly the model: nothing to write.\n');
  const index = readFileSync(join(copy, 'server/database/migrations/index.ts'), 'utf8');
  expect(index).toMatch(/-native-place\.ts[^]*-vendors\.ts/);
});

test('what they write is formatted and keeps to the layers', async () => {
  const files = steps.flatMap((step) => (step.act === 'run' ? [] : [step.file]));
  expect(await run('node_modules/oxfmt/bin/oxfmt', '--check', ...new Set(files))).toEqual(passed);
  expect(await run('scripts/lint-layers.ts')).toEqual(passed);
});

describe.concurrent('the copy', () => {
  test('types hold', { timeout: 120_000 }, async ({ expect }) => {
    expect(await run('node_modules/typescript/bin/tsc', '--noEmit')).toEqual(passed);
  });

  test('the tests that follow from the model pass', { timeout: 120_000 }, async ({ expect }) => {
    expect(await run('node_modules/vitest/vitest.mjs', 'run', '--project=unit', ...TESTS)).toEqual(passed);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';

const FOLDER = join(PROJECT, 'tests', 'mutants');

/** What the sources have grown away from finds nothing: it is made anew. */
it.each(readdirSync(FOLDER))(
  'the deliberate fault %s can be put in, and its tests are there',
  async (name) => {
    const path = join(FOLDER, name);
    expect(await runCommand('git', ['apply', '--check', path], { cwd: PROJECT })).toMatchObject({
      code: 0,
      stderr: '',
    });
    const tests = /^Tests: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.split(' ') ?? [];
    expect(tests.filter((each) => !existsSync(join(PROJECT, each)))).toEqual([]);
  },
);

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeEdit, readRecipes } from './recipe-steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipe-steps-'));
  writeFileSync(join(folder, 'list.ts'), 'one,\ntwo,\ntwo,\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const insert = (after: string) => ({ act: 'insert', file: 'list.ts', after, text: 'new,\n' }) as const;

test('a page is read as its edits and commands, in order', () => {
  const page =
    'Text.\n\nCreate `a.ts`\n\n```ts\na;\n```\n\nIn `list.ts` after `one,`\n\n```ts\nnew,\n```\n\nRun\n\n```sh\nnpm run x\n```\n';
  expect(readRecipes(page)).toEqual([
    { act: 'create', file: 'a.ts', text: 'a;\n' },
    insert('one,'),
    { act: 'run', command: 'npm run x' },
  ]);
});

test('a block that nobody says what to do with is refused', () => {
  expect(() => readRecipes('Look:\n\n```ts\na;\n```\n')).toThrow('"Look:" does not say what to do');
});

test('an edit goes after the one line that begins so, and nowhere where there are more or none', () => {
  makeEdit(folder, insert('one,'));
  expect(readFileSync(join(folder, 'list.ts'), 'utf8')).toBe('one,\nnew,\ntwo,\ntwo,\n');
  expect(() => makeEdit(folder, insert('two,'))).toThrow('2 lines of list.ts begin with "two,", not one.');
  expect(() => makeEdit(folder, insert('three,'))).toThrow('0 lines of list.ts');
});

test('a file that is there already is not created again', () => {
  expect(() => makeEdit(folder, { act: 'create', file: 'list.ts', text: '' })).toThrow('EEXIST');
});

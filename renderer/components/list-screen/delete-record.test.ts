import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '..', '..');

function filesCalling(text: string): string[] {
  return readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => readFileSync(join(RENDERER, path), 'utf8').includes(text));
}

it('section 5: every delete asks for confirmation first, since all go through the one function that asks', () => {
  const deleting = filesCalling("'records.delete'");
  expect(deleting).toEqual([join('components', 'list-screen', 'delete-record.ts')]);
  const source = readFileSync(join(RENDERER, deleting[0] ?? ''), 'utf8');
  // Once to ask the desk, after the question; `remove` is reached from there and from its own Retry.
  expect(source).toMatch(/await confirm\([^;]+;\s*return confirmed && remove\(/);
});

it('section 5: so does every delete of many', () => {
  const source = readFileSync(join(RENDERER, 'components', 'bulk-actions', 'run-many.ts'), 'utf8');
  expect(filesCalling("'records.deleteMany', {")).toEqual([
    join('components', 'bulk-actions', 'run-many.ts'),
  ]);
  expect(source).toMatch(/await confirm\([^;]+;\s*return confirmed && remove\(/);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCircles } from './circles.ts';

let root: string;

function write(path: string, ...imports: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), imports.map((target) => `import type { A } from '${target}';\n`).join(''));
}

beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'circles-'))));
afterEach(() => rmSync(root, { recursive: true }));

test('a tree with shared leaves has no circle', () => {
  write('server/a.ts', './b.ts', './c.ts', 'zod');
  write('server/b.ts', './d.ts');
  write('server/c.ts', './d.ts', '#shared/e.ts');
  write('server/d.ts', '#shared/e.ts');
  write('shared/e.ts');
  expect(findCircles(root, ['server', 'shared'])).toEqual([]);
});

test('circles are told file by file, however long, and whatever leads to them', () => {
  write('server/a.ts', './b.ts');
  write('server/b.ts', './c.ts');
  write('server/c.ts', './d.ts', './e.ts');
  write('server/d.ts', './b.ts');
  write('server/e.ts', './f.ts');
  write('server/f.ts', './e.ts');
  expect(findCircles(root, ['server'])).toEqual([
    'server/e.ts, server/f.ts import each other.',
    'server/b.ts, server/c.ts, server/d.ts import each other.',
  ]);
});

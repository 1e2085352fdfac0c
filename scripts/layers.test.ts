import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLayers, LAYERS } from './layers.ts';

let root: string;

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layers-'));
  for (const { folder } of LAYERS) write(`${folder}/a.ts`, 'export const a = 1;\n');
});
afterEach(() => rmSync(root, { recursive: true }));

test('a project that follows the arrows has no problem', () => {
  write('renderer/b.tsx', `import { useState } from 'react';\nimport { a } from '#shared/a.ts';\n`);
  write('electron/b.ts', `import { app } from 'electron';\nimport { a } from './desk/a.ts';\n`);
  write('shared/b.test.ts', `import { readFileSync } from 'node:fs';\nimport { test } from 'vitest';\n`);
  write('server/b.ts', `// import { x } from '../electron/a.ts';\nconst s = "import '../renderer/a.ts'";\n`);
  expect(checkLayers(root)).toEqual([]);
});

test.each([
  ['renderer/b.ts', `import { a } from '../server/a.ts';`],
  ['renderer/b.ts', `import type { a } from '../electron/a.ts';`],
  ['renderer/b.ts', `import { readFile } from 'node:fs/promises';`],
  ['renderer/b.ts', `import fs from 'fs';`],
  ['renderer/b.ts', `const electron = await import('electron');`],
  ['server/b.ts', `export { a } from '../electron/desk/a.ts';`],
  ['server/b.ts', `import {\n  a,\n} from '../renderer/a.ts';`],
  ['server/b.ts', `import React from 'react';`],
  ['electron/b.ts', `import { a } from '../server/a.ts';`],
  ['electron/b.ts', `import '../renderer/a.ts';`],
  ['electron/desk/b.ts', `import { safeStorage } from 'electron';`],
  ['electron/desk/b.ts', `import { a } from '../a.ts';`],
  ['shared/b.ts', `import express from 'express';`],
  ['shared/b.ts', `import { join } from 'node:path';`],
  ['shared/b.ts', `import { a } from '../server/a.ts';`],
])('%s with %j is refused', (path, source) => {
  write(path, `${source}\n`);
  const problems = checkLayers(root);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${path} imports `));
});

test('a layer without files is told', () => {
  rmSync(join(root, 'bench'), { recursive: true });
  expect(checkLayers(root)).toEqual([expect.stringMatching(/^bench: this layer has rules but no files/)]);
});

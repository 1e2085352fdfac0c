import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from './settings.ts';

test("the table of docs/operations.md has every setting, in the program's words, and no other", () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const rows = page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name = '']) => /^`[A-Z_]+`$/.test(name))
    .map(([, name, what, preset]) => ({ name, what, preset }));
  expect(rows).toEqual(
    Object.values(settings).map(({ name, what, defaultText }) => ({
      name: `\`${name}\``,
      what,
      preset: defaultText,
    })),
  );
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LARGEST_BODY } from '../http/body-limits.ts';
import { settings } from './settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

test('what a proxy must let through is what the server takes', () => {
  const megabytes = LARGEST_BODY / 1024 / 1024;
  expect(page).toContain(`client_max_body_size ${megabytes}m;`);
  expect(page).toContain(`take bodies of at least ${megabytes} MB`);
});

test('no command holds a password or a token, which everybody on the computer could see', () => {
  const commands = [...page.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block);
  expect(commands.length).toBeGreaterThan(5);
  for (const block of commands) {
    expect(block).not.toMatch(/:\/\/[^\s/@]*:[^\s/@]*@/);
    expect(block).not.toMatch(/(?:-H|--header)\b.*(?:Bearer|TOKEN)/);
    expect(block).not.toMatch(/PGPASSWORD=|--password=/);
  }
});

test("the table of docs/operations.md has every setting, in the program's words, and no other", () => {
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

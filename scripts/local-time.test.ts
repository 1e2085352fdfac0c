import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './project.ts';

/** Where the Indian formats are made: the only place that may ask the engine for one. */
const FORMATS = join('shared', 'format', 'dates.ts');

/** Ways to read or write a time in the PC's own zone or language. */
const LOCAL = [
  /\.[gs]et(?:Hours|Minutes|Seconds|Milliseconds|Date|Day|Month|FullYear)\(/,
  /\.(?:getYear|getTimezoneOffset|toDateString|toTimeString|toLocale(?:Date|Time)?String)\(/,
  /\bnew Date\(\s*[^()\s,]+\s*,/,
  /\bDateTimeFormat\b/,
];

function sources(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path))
    .filter((path) => path !== FORMATS);
}

describe('section 9: every time is Indian, whatever the PC is set to', () => {
  it.each(['shared', 'renderer', 'electron', 'server'])('nothing in %s uses the zone of the PC', (folder) => {
    const files = sources(folder);
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((path) => {
      const lines = readFileSync(join(PROJECT, path), 'utf8').split('\n');
      return lines
        .map((line, index) => ({ line, at: `${path}:${index + 1}` }))
        .filter(({ line }) => LOCAL.some((pattern) => pattern.test(line)))
        .map(({ at }) => at);
    });
    expect(found).toEqual([]);
  });
});

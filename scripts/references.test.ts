import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './project.ts';

const FOLDERS = ['shared', 'server', 'electron', 'renderer', 'scripts', 'bench', 'tests', 'docs', 'deploy'];
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

function files(ending: RegExp): string[] {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.split(sep).includes('node_modules'))
      .map((name) => join(folder, name)),
  );
  return [...inside, ...readdirSync(PROJECT)].filter((path) => ending.test(path));
}

/** Numbers that texts cite with a word before them, such as "section 2.11" or "decisions 10 and 11". */
function cited(word: string, source: string): string[] {
  const list = new RegExp(`\\b${word}s? ((?:\\d+(?:\\.\\d+)?)(?:(?:, | and | to )\\d+(?:\\.\\d+)?)*)`, 'gi');
  return [...source.matchAll(list)].flatMap(([, numbers = '']) => numbers.match(/\d+(?:\.\d+)?/g) ?? []);
}

/** Places that cite a number which `there` does not have. */
function dangling(word: string, there: ReadonlySet<string>): string[] {
  return files(/\.(ts|tsx|mjs|md)$/).flatMap((path) =>
    // This file speaks of the words themselves.
    path.endsWith('references.test.ts')
      ? []
      : cited(word, read(path))
          .filter((number) => !there.has(number))
          .map((number) => `${path}: ${word} ${number}`),
  );
}

const headings = (path: string, pattern: RegExp): Set<string> =>
  new Set([...read(path).matchAll(pattern)].map(([, number = '']) => number));

describe('what comments, tests and documents cite can be looked up', () => {
  it('sections, in docs/product.md', () => {
    const sections = headings('docs/product.md', /^#{2,3} (\d+(?:\.\d+)?)[. ]/gm);
    expect(sections.size).toBeGreaterThan(30);
    expect(dangling('section', sections)).toEqual([]);
  });

  it('decisions, in docs/decisions', () => {
    const names = readdirSync(join(PROJECT, 'docs/decisions'));
    const numbers = names.map((name) => String(Number(name.slice(0, 4))));
    expect(new Set(numbers).size).toBe(names.length);
    for (const name of names)
      expect(read(`docs/decisions/${name}`)).toMatch(`# ${Number(name.slice(0, 4))}. `);
    expect(dangling('decision', new Set(numbers))).toEqual([]);
  });

  it('rules of syncing, in docs/sync.md', () => {
    const rules = headings('docs/sync.md', /^(\d+)\. \*\*/gm);
    expect(rules.size).toBe(13);
    expect(dangling('sync rule', rules)).toEqual([]);
    const bare = files(/\.(ts|tsx|mjs)$/).filter((path) => /(?<!\bsync )\brules? \d/i.test(read(path)));
    expect(bare, 'cite them as "sync rule N"').toEqual([]);
  });

  it('files and folders that documents name', () => {
    const missing = files(/\.md$/).flatMap((path) => {
      const text = read(path);
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) =>
        normalize(join(dirname(path), target)),
      );
      const names = [
        ...text.matchAll(
          /`((?:shared|server|electron|renderer|scripts|bench|tests|docs|deploy)\/[\w./-]+)`/g,
        ),
      ].map(([, name = '']) => name);
      // The recipes name files that are to be made; their own test follows them.
      return [...links, ...(path === 'docs/adding.md' ? [] : names)]
        .filter((name) => !existsSync(join(PROJECT, name)))
        .map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});

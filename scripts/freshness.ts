import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from './project.ts';

/**
 * A mark of everything that something is built from: changes when a file is added, removed or changed.
 * Sizes and times stand for contents, so that it takes milliseconds; a touched file costs one build too many.
 * @param inputs files and folders, from the checkout's folder.
 * @param facts anything else that the result depends on.
 */
export function markOf(inputs: readonly string[], facts: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\n`);
  for (const input of inputs) addTo(hash, input);
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const full = join(PROJECT, path);
  if (!existsSync(full)) {
    hash.update(`${path} none\n`);
    return;
  }
  const stats = statSync(full);
  if (stats.isDirectory()) {
    for (const name of readdirSync(full).sort()) {
      if (!name.endsWith('.test.ts') && !name.endsWith('.test.tsx') && !name.endsWith('.md')) {
        addTo(hash, `${path}/${name}`);
      }
    }
  } else {
    hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
  }
}

/** Whether the build whose mark is kept in `file` was made from the same inputs and its outputs are there. */
export function isFresh(file: string, mark: string, outputs: readonly string[]): boolean {
  const all = outputs.every((output) => existsSync(join(PROJECT, output)));
  const full = join(PROJECT, file);
  return all && existsSync(full) && readFileSync(full, 'utf8') === mark;
}

export function keepMark(file: string, mark: string): void {
  const full = join(PROJECT, file);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, mark);
}

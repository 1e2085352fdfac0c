import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, ownPath, pathFrom, sourceFiles } from './layers.ts';

/**
 * Finds files that import each other, by whatever way round; types count too: who reads one of them must read all.
 * @param folders whose files are looked at, from the checkout's folder
 * @returns one sentence for each circle
 */
export function findCircles(root: string, folders: readonly string[]): string[] {
  const imports = new Map<string, string[]>();
  for (const file of folders.flatMap((folder) => sourceFiles(join(root, folder)))) {
    const path = pathFrom(root, file);
    const own = importsOf(readFileSync(file, 'utf8')).map((target) => ownPath(path, target));
    imports.set(
      path,
      own.filter((target) => target !== undefined),
    );
  }
  return circlesOf(imports).map((circle) => `${circle.join(', ')} import each other.`);
}

/** Groups of files of which each leads to every other (Tarjan's strongly connected components of two or more). */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string): number => {
    const own = number.size;
    number.set(file, own);
    lowest.set(file, own);
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      const reached = number.has(next) ? (path.includes(next) ? number.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
    }
    if (lowest.get(file) === own) {
      const circle = path.splice(path.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return path.includes(file) ? (lowest.get(file) ?? own) : Number.MAX_SAFE_INTEGER;
  };
  for (const file of imports.keys()) if (!number.has(file)) visit(file);
  return found;
}

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { settings } from './settings.ts';

/**
 * The settings of a file of KEY=value lines.
 * @throws Error with one sentence where it cannot be read or has a setting that there is not.
 */
export function readSettingsFile(file: string): Record<string, string | undefined> {
  let text: string;
  try {
    // Windows' own editor begins a file with a mark that nobody sees.
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new Error(`${file} cannot be read. Name the file of settings with --config.`, { cause: error });
  }
  assertLines(text, file);
  const given: Record<string, string | undefined> = { ...parseEnv(text) };
  const known = Object.values(settings).map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw new Error(
      `${file} has a setting "${name}" that there is not. Do you mean ${nearest(name, known)}?`,
    );
  }
  return given;
}

/** A line that is no setting would be passed over in silence. */
function assertLines(text: string, file: string): void {
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (!/^\s*(#.*|(export\s+)?[A-Za-z_]\w*\s*=.*)?$/.test(line)) {
      throw new Error(`${file}, line ${at + 1} is not of the form KEY=value.`);
    }
  }
}

function nearest(name: string, known: readonly string[]): string {
  const far = known.map((each) => ({ each, distance: distance(name.toUpperCase(), each) }));
  return far.reduce((best, one) => (one.distance < best.distance ? one : best)).each;
}

/** How many letters must be put in, left out or changed to make one word of the other. */
function distance(from: string, to: string): number {
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of Array.from(from).entries()) {
    const next = [row + 1];
    for (const [at, other] of Array.from(to).entries()) {
      const changed = (last[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (last[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    last = next;
  }
  return last.at(-1) ?? 0;
}

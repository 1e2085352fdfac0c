import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * A checker for Stryker that lets a share of the changes through, the same ones each time: a folder that would take a
 * day is judged by a sample. It is loaded where the packages of Stryker are not.
 */
interface Mutant {
  id: string;
  fileName: string;
  location: { start: { line: number; column: number } };
  replacement: string;
}
type Answer = { status: 'passed' } | { status: 'compileError'; reason: string };

/** Of all changes about this share is asked. */
const SHARE = Number(process.env['STRYKER_SHARE'] ?? '1');

/** Told by what the change is, so that both runs of the script, and the next one, ask the same. */
function isInSample({ fileName, location: { start }, replacement }: Mutant): boolean {
  const name = `${relative(process.cwd(), fileName)}:${start.line}:${start.column} ${replacement}`;
  return createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32 < SHARE;
}

class SampleChecker {
  async init(): Promise<void> {}

  async check(mutants: readonly Mutant[]): Promise<Record<string, Answer>> {
    return Object.fromEntries(
      mutants.map((each): [string, Answer] => [
        each.id,
        isInSample(each) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    );
  }

  async group(mutants: readonly Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand, type CommandResult } from './run-command.ts';

/** One edit or command of docs/adding.md. */
export type RecipeStep =
  | { act: 'create'; file: string; text: string }
  | { act: 'insert'; file: string; after: string; text: string }
  | { act: 'run'; command: string };

const BLOCK = /^```\w+\n([\s\S]*?)^```$/gm;
const CREATE = /^Create `([^`]+)`$/;
const INSERT = /^In `([^`]+)` after `([^`]+)`$/;

/**
 * The steps of a page, in order. The line before each block of code says what is done with it.
 * @throws Error where a block has no such line
 */
export function readRecipes(page: string): RecipeStep[] {
  return [...page.matchAll(BLOCK)].map((block) => {
    const text = block[1] ?? '';
    const said = page.slice(0, block.index).trimEnd().split('\n').at(-1) ?? '';
    const [, created] = CREATE.exec(said) ?? [];
    if (created !== undefined) return { act: 'create', file: created, text };
    const [, file, after] = INSERT.exec(said) ?? [];
    if (file !== undefined && after !== undefined) return { act: 'insert', file, after, text };
    if (said === 'Run') return { act: 'run', command: text.trim() };
    throw new Error(`"${said}" does not say what to do with the block below it.`);
  });
}

/** Makes an edit in the sources under `root`. @throws Error where the line to insert after is not there exactly once */
export function makeEdit(root: string, step: Exclude<RecipeStep, { act: 'run' }>): void {
  const file = join(root, step.file);
  if (step.act === 'create') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.text, { flag: 'wx' });
    return;
  }
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = lines.flatMap((line, at) => (line.trim().startsWith(step.after) ? [at] : []));
  if (places.length !== 1) {
    throw new Error(`${places.length} lines of ${step.file} begin with "${step.after}", not one.`);
  }
  lines.splice((places[0] ?? 0) + 1, 0, step.text.trimEnd());
  writeFileSync(file, lines.join('\n'));
}

/** Runs `npm run NAME -- ARGUMENTS` as the package.json under `root` has it, without npm. */
export function runStep(root: string, command: string): Promise<CommandResult> {
  const [, name, rest] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [program, ...args] = scripts[name ?? '']?.split(' ') ?? [];
  if (program !== 'node') throw new Error(`"${command}" is no command of package.json that Node runs.`);
  return runCommand(process.execPath, [...args, ...(rest?.split(' ') ?? [])], { cwd: root });
}

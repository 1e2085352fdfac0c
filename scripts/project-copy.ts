import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './project.ts';
import { mustRun } from './run-command.ts';

/** The sources as they are now, in a folder of their own, with the same packages. */
export interface ProjectCopy {
  folder: string;
  remove(): void;
}

/** Copies what git knows and what it does not ignore. */
export async function copyOfProject(): Promise<ProjectCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'placement-desk-copy-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await mustRun('git', list, { cwd: PROJECT });
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    if (existsSync(join(PROJECT, file))) cpSync(join(PROJECT, file), join(folder, file));
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

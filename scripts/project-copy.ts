import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
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
  const copy = await copySources(tmpdir());
  symlinkSync(join(PROJECT, 'node_modules'), join(copy.folder, 'node_modules'), 'junction');
  return copy;
}

/** One that can be packaged too: what is packed must lie in the copy. Its packages are links to the same files, on the same disk. */
export async function packableCopyOfProject(): Promise<ProjectCopy> {
  const dist = join(PROJECT, 'dist');
  mkdirSync(dist, { recursive: true });
  const copy = await copySources(dist);
  await mustRun('cp', ['-al', join(PROJECT, 'node_modules'), join(copy.folder, 'node_modules')]);
  // What tools remember in it is not to be shared.
  rmSync(join(copy.folder, 'node_modules', '.cache'), { recursive: true, force: true });
  return copy;
}

async function copySources(place: string): Promise<ProjectCopy> {
  const folder = mkdtempSync(join(place, 'placement-desk-copy-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await mustRun('git', list, { cwd: PROJECT });
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    if (existsSync(join(PROJECT, file))) cpSync(join(PROJECT, file), join(folder, file));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

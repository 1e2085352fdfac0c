import { join } from 'node:path';
import { PROJECT } from './project.ts';
import { mustRun } from './run-command.ts';

/**
 * Packages the application as a folder, unless the one that is there is up to date.
 *
 * In a process of its own: electron-builder, once used, makes its process end with code 0 whatever happened, and a
 * test run must not.
 * @returns the path of the executable.
 */
export async function packagedApplication(flavour: 'test' | 'release'): Promise<string> {
  const option = flavour === 'test' ? '--test' : '--dir';
  const { stdout } = await mustRun(process.execPath, [join(PROJECT, 'scripts', 'package.ts'), option]);
  return stdout.trim().split('\n').at(-1) ?? '';
}

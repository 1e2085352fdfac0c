import { existsSync } from 'node:fs';
import { mustRun, runCommand } from './run-command.ts';

/** What a real Electron needs to run under Xvfb on Debian, and what unpacks it. */
export const ELECTRON_PACKAGES = [
  'xvfb',
  'xauth',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libnotify4',
  'libxtst6',
  'libatspi2.0-0',
  'libsecret-1-0',
  'fonts-dejavu-core',
  'dbus',
  'unzip',
] as const;

export const BROWSER_PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core'] as const;

/** The newer names that some Debian and Ubuntu releases give the same library. */
const RENAMED: Readonly<Record<string, string>> = {
  'libgtk-3-0': 'libgtk-3-0t64',
  libasound2: 'libasound2t64',
  'libatspi2.0-0': 'libatspi2.0-0t64',
};

/**
 * Makes sure that system packages are installed: installs what is missing when root on a Debian, else says what to run.
 * @returns undefined when all is there, else one sentence that says what is missing and how to install it.
 */
export async function ensureSystemPackages(names: readonly string[]): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  if (!existsSync('/usr/bin/dpkg-query')) return undefined;
  let missing = await missingPackages(names);
  if (missing.length === 0) return undefined;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) return `System packages are missing. Run: sudo ${command}`;

  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = (): Promise<{ code: number | null }> =>
    runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env });
  if ((await install()).code !== 0) {
    await runCommand('apt-get', ['update'], { env });
    missing = await withAvailableNames(missing);
    await install();
  }
  const still = await missingPackages(names);
  return still.length === 0 ? undefined : `System packages could not be installed. Run: ${command}`;
}

async function missingPackages(names: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    const renamed = RENAMED[name];
    if ((await isInstalled(name)) || (renamed !== undefined && (await isInstalled(renamed)))) continue;
    missing.push(name);
  }
  return missing;
}

async function isInstalled(name: string): Promise<boolean> {
  const { code, stdout } = await runCommand('dpkg-query', ['-W', '-f', '${Status}', name]);
  return code === 0 && stdout.startsWith('install ok installed');
}

async function withAvailableNames(names: readonly string[]): Promise<string[]> {
  const available: string[] = [];
  for (const name of names) {
    const renamed = RENAMED[name];
    const known = renamed === undefined || (await isKnown(name));
    available.push(known ? name : renamed);
  }
  return available;
}

async function isKnown(name: string): Promise<boolean> {
  const { stdout } = await mustRun('apt-cache', ['policy', name]);
  return stdout.includes('Candidate:') && !stdout.includes('Candidate: (none)');
}

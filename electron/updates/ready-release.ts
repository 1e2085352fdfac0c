import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseUpdater } from 'electron-updater';
import { isWhole, NotARelease, verifiedManifest } from '#shared/node/update-manifest.ts';
import {
  fileFor,
  MANIFEST_FILE,
  mayFollow,
  SIGNATURE_FILE,
  type ReleaseFile,
} from '#shared/protocol/updates.ts';

/** A release that the desk has fetched, known by its signature once more: main takes nobody's word for what it runs. */
export interface ReadyRelease {
  version: string;
  date: string;
  file: ReleaseFile;
  /** Of that file. */
  path: string;
}

export interface InstalledHere {
  version: string;
  platform: string;
  arch: string;
  publicKey: string | null;
}

/**
 * @param folder where the desk keeps what it fetched
 * @throws NotARelease
 */
export function readReady(folder: string, version: string, installed: InstalledHere): ReadyRelease {
  const own = join(folder, version);
  const signature = readFileSync(join(own, SIGNATURE_FILE), 'utf8');
  const manifest = verifiedManifest(readFileSync(join(own, MANIFEST_FILE)), signature, installed.publicKey);
  const file = fileFor(manifest, installed);
  if (manifest.version !== version || !mayFollow(manifest, installed.version) || !file)
    throw new NotARelease(`Version ${version} is not one that this application may become.`);
  return { version, date: manifest.date, file, path: join(own, file.name) };
}

/** What electron-updater asks of the network, with Node's types alone. */
interface Transport {
  request(): Promise<string>;
  download(url: URL, destination: string): Promise<string>;
}

/** Nothing is asked for there: the transport below answers every call of the library's. */
const NOWHERE = 'http://updates.invalid/';

/**
 * Hands a release to electron-updater's generic provider, whose calls are answered from the file that was fetched: the
 * library has no network of its own here, since it knows nothing of a server's key (decision 42).
 * @param updater one that nothing was handed to yet
 * @param cacheName folder of the library within the user's cache
 * @returns the copy that the library will run; it has been compared with the signed manifest
 * @throws NotARelease, and what the library refuses
 */
export async function handOver(
  updater: BaseUpdater,
  release: ReadyRelease,
  folder: string,
  cacheName: string,
): Promise<string> {
  const { version, date, file, path } = release;
  const { name, size, sha512 } = file;
  // JSON is YAML.
  const feed = JSON.stringify({
    version,
    releaseDate: date,
    path: name,
    sha512,
    files: [
      {
        url: name,
        size,
        sha512,
      },
    ],
  });
  const transport: Transport = {
    request: async () => feed,
    download: async (_url, destination) => {
      await copyFile(path, destination);
      if (!(await isWhole(destination, file))) throw changed(version);
      return destination;
    },
  };
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'app-update.yml');
  const source = { provider: 'generic', url: NOWHERE } as const;
  await writeFile(config, JSON.stringify({ ...source, updaterCacheDirName: cacheName }));
  Object.assign(updater, { httpExecutor: transport });
  updater.logger = null;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  updater.updateConfigPath = config;
  updater.setFeedURL(source);
  const found = await updater.checkForUpdates();
  if (!found?.isUpdateAvailable) throw new NotARelease(`Version ${version} is not taken by the installer.`);
  const [copy] = await updater.downloadUpdate();
  if (copy === undefined || !(await isWhole(copy, file))) throw changed(version);
  return copy;
}

const changed = (version: string): NotARelease =>
  new NotARelease(`The file of version ${version} was changed after it was fetched. It is not run.`);

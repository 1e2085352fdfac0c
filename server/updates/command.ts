import { compareVersions, fileFor, PLATFORMS, ARCHITECTURES } from '#shared/protocol/updates.ts';
import { NotARelease } from '#shared/node/update-manifest.ts';
import type { Configuration, UpdatesCommand } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import { builtInKey } from './key.ts';
import { readRelease, ReleaseFolders } from './release-folders.ts';
import { addRelease, assertNewest, publishedReleases, setStage } from './releases.ts';

/** So many of the newest versions stay on the disk. */
const KEPT = 3;

/**
 * `--publish FOLDER`, `--release` and `--halt`, beside a running server or without one.
 * @returns what to print
 * @throws Error with one sentence
 */
export async function updatesByCommand(
  database: Database,
  configuration: Configuration,
  command: UpdatesCommand,
): Promise<string> {
  if (command.do === 'publish') return publish(database, configuration, command);
  const [newest] = await publishedReleases(database);
  if (!newest) throw new Error('No version is published yet: --publish FOLDER publishes one.');
  const { version } = newest;
  await setStage(database, null, { version, stage: command.do === 'release' ? 'all' : 'halted' });
  return command.do === 'release'
    ? `Version ${version} now goes to all PCs.`
    : `Version ${version} is halted: it goes to no further PC. Those that have it keep it.`;
}

async function publish(
  database: Database,
  configuration: Configuration,
  { folder, pilots, pilotNames, allowOlder }: Extract<UpdatesCommand, { do: 'publish' }>,
): Promise<string> {
  const key = builtInKey(configuration);
  const release = readRelease(folder, key);
  const { manifest } = release;
  const { version } = manifest;
  const systems = PLATFORMS.flatMap((platform) =>
    ARCHITECTURES.filter((arch) => fileFor(manifest, { platform, arch })).map(
      (arch) => `${platform} ${arch}`,
    ),
  );
  if (systems.length === 0) throw new NotARelease('This release has no file by which a PC updates.');
  const published = await publishedReleases(database);
  const folders = new ReleaseFolders(configuration.dataFolder, key);
  // After a restore, on another server of the same database, or where a file was damaged: who gets it stays as it was said.
  if (published.some((each) => each.version === version) && (await folders.isBroken(release))) {
    await folders.take(folder, release);
    return `The files of version ${version} are here again. Who gets it stays as it was.`;
  }
  assertNewest(published, version, allowOlder);
  await folders.take(folder, release);
  const stage = await addRelease(database, { version, pilots, pilotNames, allowOlder });
  const newestFirst = [version, ...published.map((each) => each.version)].sort((one, other) =>
    compareVersions(other, one),
  );
  // An older one that was wished for stays beside the newest, and takes none of their places.
  for (const old of newestFirst.slice(KEPT)) if (old !== version) await folders.remove(old);
  const first = [...pilotNames, ...(pilots > 0 ? [`the first ${pilots} that ask`] : [])].join(', ');
  return [
    `Version ${version} is published, for ${systems.join(', ')}.`,
    stage === 'all'
      ? 'It goes to all PCs. --halt stops it.'
      : `It goes to pilot PCs: ${first}. --release gives it to all, --halt stops it.`,
  ].join('\n');
}

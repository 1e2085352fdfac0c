import { formatNumber } from '#shared/format/numbers.ts';
import type { UpdateStatus } from '#shared/protocol/update-calls.ts';
import type { UpdatesState } from '#shared/protocol/updates.ts';

/** What a user does about a PC that is too old for the server. */
export function tooOldWords(update: UpdateStatus): string {
  const begin = 'This PC is too old for the server.';
  if (update.state === 'ready')
    return `${begin} Version ${update.version} is ready: restart to update. Your changes are safe here.`;
  if (update.state === 'fetching') {
    const percent = Math.floor((update.done / update.size) * 100);
    return `${begin} Version ${update.version} is being fetched (${percent} %). Your changes are safe here.`;
  }
  return `${begin} Ask your administrator for the installer of the new version. Your changes are safe here.`;
}

const pcs = (count: number): string => (count === 1 ? '1 PC' : `${formatNumber(count)} PCs`);

/** `3 PCs have version 0.3.0`. */
export const versionText = ({ version, pcs: count }: UpdatesState['versions'][number]): string =>
  `${pcs(count)} ${count === 1 ? 'has' : 'have'} version ${version}`;

/** Who gets the release, as a sentence. */
export function stageText(release: NonNullable<UpdatesState['release']>): string {
  if (release.stage === 'all') return 'It goes to all PCs.';
  if (release.stage === 'halted')
    return release.byItself
      ? 'It was halted because pilot PCs failed to start with it. It goes to no further PC.'
      : 'It is halted: it goes to no further PC.';
  if (release.pilots === 0) return 'It goes to pilot PCs first. None has asked for it yet.';
  return `It goes to pilot PCs first: ${pcs(release.pilots)} so far. ${formatNumber(release.started)} started with it, ${formatNumber(release.failed)} failed to.`;
}

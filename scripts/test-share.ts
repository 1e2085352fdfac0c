import { parseArgs } from 'node:util';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';

/**
 * The long tests take more than an hour on two cores, and whoever sends a change has half of one. So `npm test` asks
 * everything that is quick, the core of what is long, and one share of the rest: another with each commit.
 */
const SHARES = 6;

/** Which of the long tests are asked; undefined: all of them. */
export type Share = { share: number; of: number } | undefined;

/**
 * What the command line asks for, else the share that is due.
 * @param due says the share of a commit, counted from 0
 * @throws Error with a sentence where the command line cannot be understood
 */
export async function shareAskedFor(args: string[], due: () => Promise<number>): Promise<Share> {
  const { values } = parseArgs({
    args,
    options: { whole: { type: 'boolean' }, share: { type: 'string' } },
  });
  if (values.whole) return undefined;
  if (values.share === undefined) return { share: ((await due()) % SHARES) + 1, of: SHARES };
  const [, share, of] = /^(\d+)\/(\d+)$/.exec(values.share)?.map(Number) ?? [];
  if (!share || !of || share > of)
    throw new Error(`--share ${values.share} names no share. Write for example --share 2/${SHARES}.`);
  return { share, of };
}

/**
 * The share of the commit that is checked out: by how many went before it, so that six in a row ask everything. Where
 * that is unknown (a clone without its history) by the commit's own name, without git always the first.
 */
export async function shareOfCommit(folder = PROJECT): Promise<number> {
  const git = async (...args: string[]): Promise<string> =>
    (await runCommand('git', args, { cwd: folder })).stdout.trim();
  if ((await git('rev-parse', '--is-shallow-repository')) === 'false')
    return Number(await git('rev-list', '--count', 'HEAD'));
  return Number.parseInt((await git('rev-parse', 'HEAD')).slice(0, 6) || '0', 16);
}

/** What a run says of its share before its last line. */
export function shareLine(share: Share): string {
  if (!share) return 'All tests were asked.';
  return `Of the long tests share ${share.share} of ${share.of} was asked, besides the core; \`npm run test:whole\` asks all.`;
}

/** As both test runners take it. */
export function shardArgument({ share, of }: NonNullable<Share>): string {
  return `--shard=${share}/${of}`;
}

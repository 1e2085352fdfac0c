import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeInCommand, type MovedData } from '#shared/protocol/network-calls.ts';
import { runBackupCommand } from './server-command.ts';
import type { ServerProcess } from './server-process.ts';

interface MovedFrom {
  /** Starts the server's program with these arguments. */
  start: (args: string[]) => ServerProcess;
  /** Of the server. */
  folder: () => string;
}

/** The ways to end what is being written. */
const underWay = new Set<() => Promise<void>>();

/** Ends what is being written as the application ends: none of the data stays on the stick in the open, half of it. */
export async function endMoves(): Promise<void> {
  await Promise.all([...underWay].map((end) => end()));
}

/**
 * Writes all data into a folder of its own within the chosen one, so that nothing of it is taken for one of the daily backups;
 * what fails leaves none.
 * @throws Error with one sentence
 */
export async function writeForMove({ start, folder }: MovedFrom, chosen: string): Promise<MovedData> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const name = `for-office-server-${time}`;
  const into = join(chosen, name);
  await mkdir(into, { mode: 0o700 }).catch((error: unknown) => {
    throw notWritten(error, chosen);
  });
  const backup = runBackupCommand(start, into, folder(), ['--for-move']);
  const writing = finish(backup.ended, { into, name, chosen });
  const end = async (): Promise<void> => {
    await backup.stop();
    await writing.catch(() => undefined);
  };
  underWay.add(end);
  return writing.finally(() => underWay.delete(end));
}

async function finish(
  ended: Promise<string | null>,
  { into, name, chosen }: { into: string; name: string; chosen: string },
): Promise<MovedData> {
  try {
    const why = await ended;
    if (why !== null) throw new Error(why);
    const made = (await readdir(into)).find((each) => each.startsWith('backup-')) ?? '';
    const backup = `${name}/${made}`;
    await writeFile(join(into, 'READ ME.txt'), readMe(backup), { mode: 0o600, flush: true });
    return { folder: into, backup };
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    throw notWritten(error, chosen);
  }
}

/** What the system says of a disk, in a sentence; what is one already stays. */
function notWritten(error: unknown, chosen: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const { code } = error;
  return new Error(
    code === 'ENOSPC' || code === 'EDQUOT'
      ? `The disk of ${chosen} is full. Make room there, or choose another one.`
      : `Nothing can be written in ${chosen} (${String(code)}). Choose another folder.`,
    { cause: error },
  );
}

const readMe = (backup: string): string =>
  [
    'All data of one PC, for an office server: records, accounts, pictures, documents, history and keys.',
    'Whoever has this folder has the data. Delete it once the office server has taken it in.',
    '',
    'On the office server, with an empty data folder, and with the place of this folder for /PLACE (docs/operations.md, "From one PC to an office"):',
    '',
    `  ${takeInCommand(backup)}`,
    '',
    'Then start the server, make a join code there, and join it from this PC and the others.',
    '',
  ].join('\r\n');

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatNumber } from '#shared/format/numbers.ts';
import { SECRET_FILE } from '../auth/signing-secret.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { assertNoTrial, makeTrial } from './for-trial.ts';
import { assertBackupFolder } from './backup-folder.ts';
import { backUp, keepNewest, removeAbandoned } from './back-up.ts';
import { restoreInPlace, setAside } from './set-aside.ts';
import { carryErased, ERASED_FILE } from '../persons/erased-list.ts';
import { missingSentence, type Progress } from './manifest.ts';
import { restore } from './restore.ts';
import { isSealed } from './seal.ts';
import { assertNotMoved } from '../copy/moved-away.ts';

type Print = (line: string) => void;

/** `--backup FOLDER`. Throws Error with one sentence where it cannot. */
export async function runBackup(configuration: Configuration, into: string, print: Print): Promise<void> {
  assertBackupFolder(into, configuration.dataFolder);
  assertNotMoved(configuration);
  if (configuration.databaseUrl === null) assertNoTrial(configuration.dataFolder);
  const { databaseUrl, databaseDirectUrl, pgDump } = configuration;
  if (configuration.forMove && databaseUrl !== null) {
    throw new Error('--for-move is for data in SQLite. Move PostgreSQL with its own programs.');
  }
  const dumped = databaseUrl === null ? null : await import('./postgresql-copy.ts');
  const { folder, manifest } = await backUp(configuration.dataFolder, into, {
    ...(dumped && databaseUrl !== null
      ? { copyDatabase: dumped.dumpOfPostgresql(databaseDirectUrl ?? databaseUrl, pgDump) }
      : {}),
    onProgress: progressPrinter(print),
    onBegin: (unfinished) => print(`Writing ${unfinished}`),
  });
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  print(`${formatNumber(rows)} rows and ${formatNumber(manifest.files.length - 1)} files are in ${folder}`);
  if (manifest.missing === undefined) print('It was read again and is sound.');
  else print(`It was read again and has what was there. ${missingSentence(manifest.missing)}`);
  if (configuration.forMove) {
    const { layForMove } = await import('./for-move.ts');
    layForMove(folder, configuration);
    print('What a move needs is beside it, the key of sealed passwords too. Delete it once it is done.');
  }
  const { backupKeep, dataFolder, saysHowMany } = configuration;
  for (const name of await removeAbandoned(into))
    print(`${name} of an earlier run was deleted: it is no backup.`);
  // What the settings of the server keep is not known here where they were not named, and the folder may be an archive.
  if (!saysHowMany) return;
  for (const name of await keepNewest(into, backupKeep, dataFolder)) print(`The old ${name} was deleted.`);
}

/** `--set-aside`, with `--restore BACKUP` where there is one. Throws Error with one sentence where it cannot. */
export async function runSetAside(
  { dataFolder, restore: backup }: Configuration,
  print: Print,
): Promise<void> {
  if (backup === null) {
    print(`The damaged database is in ${await setAside(dataFolder)} now.`);
    return;
  }
  const manifest = await restoreInPlace(backup, dataFolder, progressPrinter(print));
  print(`${dataFolder} holds the state of ${manifest.at}.`);
}

/** `--restore BACKUP --data FOLDER`, with `--former DATA`. Throws Error with one sentence where it cannot. */
export async function runRestore(configuration: Configuration, backup: string, print: Print): Promise<void> {
  const { takeOverMoved } = await import('./for-move.ts');
  const { dataFolder, former, trial } = configuration;
  const isRight = former === null ? undefined : sealedBy(former, backup);
  if (former === null) {
    print(
      `Nobody has looked at the seal of ${backup}. Where the former data folder is at hand, name it with --former.`,
    );
  }
  const manifest = await restore(backup, dataFolder, progressPrinter(print), isRight, async (folder) => {
    if (former !== null) await carryErased(former, folder);
    if (trial) makeTrial(folder);
    else for (const line of await takeOverMoved(backup, folder, configuration, former !== null)) print(line);
  });
  print(`${dataFolder} holds the state of ${manifest.at}. Start the server on it.`);
  if (manifest.missing !== undefined) print(`When it was made: ${missingSentence(manifest.missing)}`);
  if (trial) {
    print('This is a trial: give it another address than the server of the office, and no BACKUP_DIR.');
    return;
  }
  print('Desks fetch everything again, and offer what was sent since then.');
  if (former !== null) return;
  // A list beside the backups is as new as the last one there, where the settings do not name that folder.
  print(
    `First add the lines of the file "${ERASED_FILE}" of the former data folder to ${join(dataFolder, ERASED_FILE)}: else people who were erased since then may be there again.`,
  );
}

/** Whether the text of a backup's list is one that was sealed by the data in a folder. */
function sealedBy(former: string, backup: string): (text: string) => boolean {
  if (!existsSync(join(former, SECRET_FILE))) {
    throw new Error(
      `There is no ${SECRET_FILE} in ${former}. Name the former data folder with --former, or leave it out.`,
    );
  }
  return (text) => isSealed(backup, text, former);
}

const PROGRESS_MS = 1_000;

function progressPrinter(print: Print): Progress {
  let last = Date.now();
  return (done, total, what) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    print(`  ${formatNumber(done)} of ${formatNumber(total)} ${what}`);
  };
}

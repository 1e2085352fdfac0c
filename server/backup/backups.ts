import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { DAY_MS } from '#shared/format/time.ts';
import type { BackupStatus } from '#shared/protocol/backups.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { assertBackupFolder, assertTakesBackups } from './backup-folder.ts';
import { goneSentence } from './files-gone.ts';
import { missingSentence } from './manifest.ts';
import { backupNames, newestBackups, type FoundBackup } from './newest.ts';
import type { BackupRun, RunBackup } from './run-backup.ts';
import { isDue } from './schedule.ts';

const FIRST_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 60_000;
/** After a failure: a disk may be full, or not plugged in. */
const AGAIN_AFTER_MS = 60 * 60_000;
const OLD_MS = 3 * DAY_MS;
/** A server that was off for long makes up for it first. */
const SETTLED_MS = 15 * 60_000;

export interface BackupsOptions {
  configuration: Configuration;
  logger: Logger;
  run: RunBackup;
  /** Whether there is anything to keep. */
  isEmpty: () => Promise<boolean>;
}

/** The backups of this server: one each day, in a process of its own so that no call waits for it, and what is known of them. */
export class Backups {
  readonly #configuration: Configuration;
  readonly #logger: Logger;
  readonly #run: RunBackup;
  readonly #isEmpty: () => Promise<boolean>;
  /** Both on a clock that nobody sets. */
  readonly #startedAt = performance.now();
  #failedAt = Number.NEGATIVE_INFINITY;
  #folder: string | null;
  #failed: BackupStatus['failed'] = null;
  #running: BackupRun | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #lacksErased = false;

  constructor({ configuration, logger, run, isEmpty }: BackupsOptions) {
    this.#configuration = configuration;
    this.#logger = logger;
    this.#run = run;
    this.#isEmpty = isEmpty;
    this.#folder = configuration.backupFolder;
  }

  get folder(): string | null {
    return this.#folder;
  }

  /** Makes a backup every day from now on, and makes up for one that was missed. */
  keepDaily(firstAfterMs = FIRST_AFTER_MS): void {
    const look = (): void => {
      void this.#makeIfDue().finally(() => {
        // Not one long wait: the clock of a computer that slept went on without it.
        if (!this.#closed) this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
      });
    };
    this.#timer = setTimeout(look, firstAfterMs).unref();
  }

  /**
   * Another folder from now on; backups in the one before stay there.
   * @throws Error with one sentence where it cannot be.
   */
  async moveTo(folder: string): Promise<void> {
    assertBackupFolder(folder, this.#configuration.dataFolder);
    await assertTakesBackups(folder);
    this.#folder = folder;
    this.#failed = null;
    this.#lacksErased = false;
  }

  /** Hears whether the list of erased people in the folder lacks somebody. */
  tellErasedList({ lacks }: { lacks: boolean }): void {
    this.#lacksErased = lacks;
  }

  /**
   * Makes one now. @returns once it is made, or has failed: `status` tells. One that is under way is waited for.
   * @throws Error with one sentence where there is no folder for it.
   */
  async make(): Promise<void> {
    if (this.#folder === null) throw new Error('This server makes no backups: set BACKUP_DIR on the server.');
    if (!this.#running) this.#running = this.#start(this.#folder);
    await this.#running.ended;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  async status(): Promise<BackupStatus> {
    const { backupAt, backupKeep, dataFolder } = this.#configuration;
    const folder = this.#folder;
    const [newest = null] = folder === null ? [] : await newestBackups(folder, dataFolder, 1);
    // Another server's, or what somebody laid there, says nothing of how ours stand.
    const last = newest?.ours === false ? ((await this.#newestOwn()) ?? newest) : newest;
    const status = {
      folder,
      at: backupAt,
      keep: backupKeep,
      count: folder === null ? 0 : (await backupNames(folder)).length,
      last: last && { at: last.at, bytes: last.bytes, checked: last.ours },
      failed: this.#failed,
      running: this.isRunning,
    };
    const warnings = this.#warnings(status);
    if (last?.ours && last.missing > 0) warnings.push(missingSentence(last.missing));
    if (last?.ours && last.gone > 0) warnings.push(goneSentence(last.gone));
    return { ...status, warnings, notes: await notesOn(folder, newest) };
  }

  /** Ends one that is under way; it leaves nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running?.stop();
  }

  async #makeIfDue(): Promise<void> {
    const folder = this.#folder;
    if (folder === null || this.#running) return;
    if (this.#failed && performance.now() - this.#failedAt < AGAIN_AFTER_MS) return;
    try {
      const newest = await this.#newestOwn();
      if (!isDue(this.#configuration.backupAt, newest ? Date.parse(newest.at) : null, Date.now())) return;
      if (await this.#isEmpty()) return;
      await this.make();
    } catch (error) {
      this.#logger.error({ said: sentenceOf(error) }, 'the daily backup failed');
    }
  }

  async #newestOwn(): Promise<FoundBackup | undefined> {
    if (this.#folder === null) return undefined;
    const [newest] = await newestBackups(this.#folder, this.#configuration.dataFolder, 1, { onlyOurs: true });
    return newest;
  }

  #start(into: string): BackupRun {
    const at = Date.now();
    const run = this.#run(into);
    const ended = run.ended.then((why) => {
      this.#running = null;
      if (!this.#closed) this.#tell(why, at);
      return why;
    });
    return { ...run, ended };
  }

  #tell(why: string | null, at: number): void {
    this.#failed = why === null ? null : { at: new Date(at).toISOString(), why };
    this.#failedAt = performance.now();
    // It takes the list along.
    if (why === null) this.#lacksErased = false;
    if (why === null) this.#logger.info('a backup is made');
    else this.#logger.error({ said: why }, 'the daily backup failed');
  }

  #warnings({ folder, last, failed, running }: Omit<BackupStatus, 'warnings' | 'notes'>): string[] {
    if (folder === null) return [];
    const warnings: string[] = [];
    const settled = performance.now() - this.#startedAt > SETTLED_MS;
    if (failed && !running) warnings.push(`The last backup failed. ${failed.why}`);
    if (this.#lacksErased) {
      warnings.push(
        'The list of erased people could not be written beside the backups. See whether their disk is full or away, then back up.',
      );
    }
    if (last === null && settled) warnings.push('There is no backup yet.');
    if (last !== null && settled && Date.now() - Date.parse(last.at) > OLD_MS) {
      warnings.push('The last backup is older than three days.');
    }
    return warnings;
  }
}

async function notesOn(folder: string | null, newest: FoundBackup | null): Promise<string[]> {
  const notes: string[] = [];
  if (newest?.ours === false) {
    notes.push(
      'The newest backup in the folder is not of this server, or was changed since. See who can write there.',
    );
  }
  if (folder !== null && (await mayOthersWrite(folder))) {
    notes.push(
      'Others on the computer of the server can write into the folder of the backups. Take that right away.',
    );
  }
  return notes;
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/** Windows has other rights, which its own dialog shows. */
async function mayOthersWrite(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(folder).catch(() => null);
  return found !== null && (found.mode & WRITABLE_BY_OTHERS) !== 0 && (found.mode & STICKY) === 0;
}

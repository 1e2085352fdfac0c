import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';

/** A backup that is being made, in a process of its own. */
export interface BackupRun {
  /** Why it failed, as a sentence; null where it is made. */
  ended: Promise<string | null>;
  /** Ends it; it leaves nothing. */
  stop(): Promise<void>;
}

export type RunBackup = (into: string) => BackupRun;

const MOST_SAID = 4_000;

/** The folder that the command says it is writing, where that is one of the backups' folder. */
export function unfinishedOf(said: string, into: string): string | null {
  const path = /^Writing (.+\.unfinished)$/m.exec(said)?.[1];
  return path !== undefined && dirname(path) === resolve(into) ? path : null;
}

/** Runs the server's program with `--backup`. What the settings say goes by the environment, which nobody else reads. */
export function forkBackup(program: string, configuration: Configuration): RunBackup {
  const { backupKeep, dataFolder, databaseUrl, databaseDirectUrl, pgDump } = configuration;
  return (into) => {
    const env = {
      ...process.env,
      CONFIG_FILE: '',
      BACKUP_DIR: '',
      DATABASE_URL: databaseUrl ?? '',
      DATABASE_DIRECT_URL: databaseDirectUrl ?? '',
      PG_DUMP: pgDump ?? '',
    };
    const args = ['--backup', into, '--keep', String(backupKeep), '--data', dataFolder];
    const child = fork(program, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    let said = '';
    let failed = '';
    child.stdout?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, MOST_SAID)));
    child.stderr?.on('data', (chunk: Buffer) => (failed = (failed + chunk.toString()).slice(0, MOST_SAID)));
    // Once the process has ended and all that it said is read.
    const ended = new Promise<string | null>((done) => {
      child.once('error', (error) => done(error.message));
      child.once('close', (code) =>
        done(code === 0 ? null : failed.trim() || `The backup ended (${code ?? 'by a signal'}).`),
      );
    });
    return {
      ended,
      stop: async () => {
        child.kill('SIGKILL');
        await ended;
        const unfinished = unfinishedOf(said, into);
        if (unfinished !== null) await rm(unfinished, { recursive: true, force: true });
      },
    };
  };
}

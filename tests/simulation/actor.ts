import { AsyncLocalStorage } from 'node:async_hooks';
import { SyncedLogs } from './synced-log.ts';

/** Thrown where an actor's process ends in the middle of what it does; whatever catches it belongs to the dead. */
export class Crash extends Error {
  constructor() {
    super('This process has crashed.');
    this.name = 'Crash';
  }
}

/**
 * One simulated process: the server, or a desk, from its start to its end. Whatever it does, timers and answers of the
 * network included, runs in its context, so that its clock is its own and its death stops it alone.
 */
export class Actor {
  readonly name: string;
  /** Milliseconds by which its wall clock is wrong. */
  clockError: number;
  isAlive = true;
  isDiskFull = false;
  /** Writes to its disk that are still done before it crashes; null where it does not. */
  stepsLeft: number | null = null;
  steps = 0;
  /** Called in the middle of the write at which it crashes: takes the files as they stand. */
  onCrash: (() => void) | undefined;
  /** Its connections to databases: a dead one's are kept until nothing can meet their files any more. */
  readonly databases = new Set<Connection>();
  /** Numbers of the files that it has open: the system closes them where a process has ended. */
  readonly files = new Set<number>();
  /** What of its databases a power cut leaves. */
  readonly logs = new SyncedLogs();

  constructor(name: string, clockError = 0) {
    this.name = name;
    this.clockError = clockError;
  }

  /** Before each write to the disk. @throws Crash */
  step(): void {
    if (!this.isAlive) throw new Crash();
    this.steps += 1;
    if (this.stepsLeft === null) return;
    this.stepsLeft -= 1;
    if (this.stepsLeft > 0) return;
    this.onCrash?.();
    throw new Crash();
  }
}

/** A connection to a database, as better-sqlite3 has it. */
export interface Connection {
  readonly name: string;
  readonly open: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): { all(...given: unknown[]): unknown[]; get(...given: unknown[]): unknown };
  close(): unknown;
}

const current = new AsyncLocalStorage<Actor>();

export const actorNow = (): Actor | undefined => current.getStore();

export function runAs<Result>(actor: Actor | undefined, work: () => Result): Result {
  return actor ? current.run(actor, work) : current.exit(work);
}

import type { Logger } from 'pino';
import type { JoinCode } from '#shared/protocol/joining.ts';
import type { DataTaken } from './audit/data-taken.ts';
import type { SignInAttempts } from './auth/attempts.ts';
import type { CodeAttempts } from './auth/code-attempts.ts';
import type { KnownPlaces } from './auth/known-places.ts';
import type { Passwords } from './auth/passwords.ts';
import type { SecondFactorKey } from './auth/second-factor-key.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Backups } from './backup/backups.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/store.ts';
import type { Thumbnails } from './files/thumbnails.ts';
import type { UnfinishedUploads } from './files/unfinished-uploads.ts';
import type { AwayDatabase } from './http/away-database.ts';
import type { FullDisk } from './http/full-disk.ts';
import type { Announcer } from './joining/announce.ts';
import type { Reach } from './joining/reach.ts';
import type { ErasedBesideBackups } from './persons/erased-beside-backups.ts';
import type { ErasedList } from './persons/erased-list.ts';
import type { Metrics } from './http/metrics.ts';
import type { RunningCalls } from './http/running-calls.ts';
import type { RetentionClock } from './retention-clock.ts';
import type { ConnectedDesks } from './sync/connected-desks.ts';
import type { Signer } from './sync/signer.ts';
import type { Snapshots } from './sync/snapshots/snapshots.ts';

/** What the modules of the server are made of. */
export interface Services {
  configuration: Configuration;
  database: Database;
  files: FileStore;
  thumbnails: Thumbnails;
  uploads: UnfinishedUploads;
  /** Beside the data; who is in it stays erased. */
  erased: ErasedList;
  erasedBesideBackups: ErasedBesideBackups;
  /** By which it is judged what was kept for long enough. */
  retention: RetentionClock;
  backups: Backups;
  sessions: Sessions;
  /** The calls of sessions that are under way. */
  running: RunningCalls;
  /** Which desks listen now. */
  connected: ConnectedDesks;
  /** Signs what desks keep of their syncing and bring back. */
  signer: Signer;
  /** Ready-made copies for first syncs. */
  snapshots: Snapshots;
  passwords: Passwords;
  attempts: SignInAttempts;
  places: KnownPlaces;
  taken: DataTaken;
  codeAttempts: CodeAttempts;
  secondFactorKey: SecondFactorKey;
  fullDisk: FullDisk;
  away: AwayDatabase;
  logger: Logger;
  /** Where other PCs reach this server, and by which key they know it. */
  reach: { now(): Reach; key(): JoinCode['key'] };
  /** Tells the network what the office is called. */
  announcer: Pick<Announcer, 'office'>;
  /** null where nobody reads them. */
  metrics: Metrics | null;
  /** Asked for when the server ends: what stays open is closed. */
  onClose(work: () => void): void;
}

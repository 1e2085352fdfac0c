import type { Logger } from 'pino';
import type { SignInAttempts } from './auth/attempts.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Configuration } from './configuration.ts';
import type { Database } from './database/database.ts';

/** What the modules of the server are made of. */
export interface Services {
  configuration: Configuration;
  database: Database;
  sessions: Sessions;
  attempts: SignInAttempts;
  logger: Logger;
  /** Asked for when the server ends: what stays open is closed. */
  onClose(work: () => void): void;
}

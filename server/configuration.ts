import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { PASSWORD_COST, type PasswordCost } from './auth/passwords.ts';

/** How this server was asked to run. */
export interface Configuration {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Folder of the database, unless that is PostgreSQL, of the files and of the server's secret. */
  dataFolder: string;
  /** Address of a PostgreSQL database; null for SQLite in the data folder. */
  databaseUrl: string | null;
  /** Fill an empty database with demo data. */
  demo: boolean;
  /** Make the first administrator with this email, then end. */
  createAdmin: string | null;
  /** Copy the SQLite data into this PostgreSQL database, then end. */
  copyTo: string | null;
  /** Make a backup in a new folder inside this one, then end. */
  backup: string | null;
  /** Make the data folder of this backup, then end. */
  restore: string | null;
  /** Folder of the daily backups; null for none. */
  backupFolder: string | null;
  /** `HH:MM` in Indian time. */
  backupAt: string;
  /** How many backups are kept. */
  backupKeep: number;
  logLevel: LogLevel;
  passwordCost: PasswordCost;
  /** Whether passwords are kept sealed for the password view (decisions, "The password view"): `PASSWORD_REVEAL`. */
  passwordReveal: boolean;
  /** The key that seals them, 32 bytes in base64: `PASSWORD_KEY`. */
  passwordKey: string | null;
  /** File of that key, outside the data folder: `PASSWORD_KEY_FILE`; null for the user's configuration folder. */
  passwordKeyFile: string | null;
  /** Seconds for which the tokens are good. */
  restTokenSeconds: number;
  deskTokenSeconds: number;
  /** Days after its last contact for which a desk's session is kept. */
  deskSessionDays: number;
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const USAGE =
  'Usage: npm run server -- [--port NUMBER] [--host ADDRESS] [--data FOLDER] [--demo] [--create-admin EMAIL] [--copy-to ADDRESS] [--backup FOLDER [--keep NUMBER]] [--restore BACKUP]';

export const defaults: Configuration = {
  port: 5701,
  host: '127.0.0.1',
  dataFolder: resolve('data'),
  databaseUrl: null,
  demo: false,
  createAdmin: null,
  copyTo: null,
  backup: null,
  restore: null,
  backupFolder: null,
  backupAt: '02:00',
  backupKeep: 14,
  logLevel: 'warn',
  passwordCost: PASSWORD_COST,
  passwordReveal: true,
  passwordKey: null,
  passwordKeyFile: null,
  restTokenSeconds: 12 * 60 * 60,
  deskTokenSeconds: 15 * 60,
  deskSessionDays: 30,
};

/**
 * Reads arguments and environment.
 * @throws Error with one sentence that says what to change.
 */
export function readConfiguration(args: readonly string[], env: NodeJS.ProcessEnv): Configuration {
  const given = parse(args);
  return {
    ...defaults,
    port: given.port === undefined ? defaults.port : portOf(given.port),
    host: given.host ?? defaults.host,
    dataFolder: resolve(given.data ?? defaults.dataFolder),
    demo: given.demo ?? false,
    createAdmin: given['create-admin'] === undefined ? null : emailOf(given['create-admin']),
    logLevel: logLevelOf(env['LOG_LEVEL']),
    databaseUrl: databaseUrlOf(env['DATABASE_URL'], 'DATABASE_URL'),
    copyTo: databaseUrlOf(given['copy-to'], '--copy-to'),
    backup: folderOf(given.backup),
    restore: folderOf(given.restore),
    backupFolder: folderOf(env['BACKUP_DIR']),
    backupAt: timeOf(env['BACKUP_AT'], 'BACKUP_AT'),
    backupKeep: countOf(
      given.keep ?? env['BACKUP_KEEP'],
      given.keep === undefined ? 'BACKUP_KEEP' : '--keep',
    ),
    ...passwordSettings(env),
  };
}

/**
 * What the environment says of the password view; `npm run demo` asks it too.
 * @throws Error with one sentence that says what to change.
 */
export function passwordSettings(
  env: NodeJS.ProcessEnv,
): Pick<Configuration, 'passwordReveal' | 'passwordKey' | 'passwordKeyFile'> {
  const reveal = env['PASSWORD_REVEAL'] || 'on';
  if (reveal !== 'on' && reveal !== 'off') {
    throw new Error(`PASSWORD_REVEAL must be on or off, not "${reveal}".`);
  }
  const key = env['PASSWORD_KEY'] || null;
  const file = env['PASSWORD_KEY_FILE'] || null;
  if (key !== null && file !== null) {
    throw new Error('PASSWORD_KEY and PASSWORD_KEY_FILE are both set: unset one of them.');
  }
  return {
    passwordReveal: reveal === 'on',
    passwordKey: key,
    passwordKeyFile: file === null ? null : resolve(file),
  };
}

function parse(args: readonly string[]): {
  port?: string;
  host?: string;
  data?: string;
  demo?: boolean;
  'create-admin'?: string;
  'copy-to'?: string;
  backup?: string;
  restore?: string;
  keep?: string;
} {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        demo: { type: 'boolean' },
        'create-admin': { type: 'string' },
        'copy-to': { type: 'string' },
        backup: { type: 'string' },
        restore: { type: 'string' },
        keep: { type: 'string' },
      },
    }).values;
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : 'Unknown argument';
    throw new Error(`${said}. ${USAGE}`, { cause: error });
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

function emailOf(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new Error(`--create-admin needs an email address, not "${text}".`);
  return text;
}

function logLevelOf(text: string | undefined): LogLevel {
  if (text === undefined || text === '') return defaults.logLevel;
  const level = LOG_LEVELS.find((name) => name === text);
  if (!level) throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
  return level;
}

function databaseUrlOf(text: string | undefined, name: string): string | null {
  if (text === undefined || text === '') return null;
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`${name} must be an address like postgres://user:password@host:5432/database.`);
  }
  return text;
}

const folderOf = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : resolve(text);

function timeOf(text: string | undefined, name: string): string {
  if (text === undefined || text === '') return defaults.backupAt;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) {
    throw new Error(`${name} must be a time of the day such as 02:00, not "${text}".`);
  }
  return text;
}

function countOf(text: string | undefined, name: string): number {
  if (text === undefined || text === '') return defaults.backupKeep;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new Error(`${name} must be a number from 1 to 9999, not "${text}".`);
  return Number(text);
}

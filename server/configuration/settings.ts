import type { EntityName } from '#shared/model/entities.ts';
import { origins, publicEntities } from '../public-website/settings.ts';
import {
  anyText,
  hostNames,
  names,
  onOrOff,
  oneOf,
  path,
  postgresqlAddress,
  proxies,
  timeOfDay,
  token,
  updateKey,
  wholeNumber,
  type ReadValue,
} from './values.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

interface Setting<Value> {
  /** In the environment and in the file of settings. */
  name: string;
  /** One line for people: `--help` and docs/operations.md show it. */
  what: string;
  default: Value;
  /** The default in words, where the value itself does not say it. */
  defaultText: string;
  read: ReadValue<Value>;
}

/** A setting that has a value of its own where nobody gives one. */
function setting<Value>(
  name: string,
  what: string,
  preset: NoInfer<Value>,
  read: ReadValue<Value>,
  defaultText = String(preset),
): Setting<Value> {
  return { name, what, default: preset, defaultText, read };
}

/** A setting that is null where nobody gives it. */
function optional<Value>(
  name: string,
  what: string,
  read: ReadValue<Value>,
  defaultText = 'none',
): Setting<Value | null> {
  return { name, what, default: null, defaultText, read };
}

/** The settings of the server. A new one is a line here, and a line in the table of docs/operations.md. */
export const settings = {
  port: setting('SERVER_PORT', 'port to listen on; 0 takes any free one', 5701, wholeNumber(0, 65_535)),
  host: setting('SERVER_HOST', 'address to listen on; 0.0.0.0 for every network', '127.0.0.1', anyText),
  dataFolder: setting(
    'DATA_DIR',
    'folder of the database, the files and the signing secret',
    path('data', ''),
    path,
    'data',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    'PostgreSQL database, as postgres://user:password@host:5432/database',
    postgresqlAddress,
    'SQLite in the data folder',
  ),
  databaseDirectUrl: optional(
    'DATABASE_DIRECT_URL',
    'the same database without a pooler such as PgBouncer, for news, migrations and backups',
    postgresqlAddress,
    'DATABASE_URL',
  ),
  tlsCertFile: optional('TLS_CERT_FILE', 'file of the HTTPS certificate with its chain, PEM', path, 'HTTP'),
  tlsKeyFile: optional('TLS_KEY_FILE', 'file of the private key of that certificate, PEM', path),
  tlsOwn: setting(
    'TLS_OWN',
    'on: HTTPS with a certificate that the server makes and renews itself; PCs know it by a join code',
    false,
    onOrOff,
    'off',
  ),
  trustProxy: setting<number | string[]>(
    'TRUST_PROXY',
    'number of proxies before the server, or their addresses',
    0,
    proxies,
    'no proxy',
  ),
  allowExpiredCertificate: setting(
    'ALLOW_EXPIRED_CERTIFICATE',
    'on takes a certificate that is not good any more, or not yet: desks refuse it',
    false,
    onOrOff,
    'off',
  ),
  allowPlainHttp: setting(
    'ALLOW_PLAIN_HTTP',
    'on lets other computers in without HTTPS: everybody on the network can read along',
    false,
    onOrOff,
    'off',
  ),
  allowedHosts: setting<readonly string[]>(
    'ALLOWED_HOSTS',
    'names by which the server is called, as desk.your-office.in, with commas between',
    [],
    hostNames,
    'on 127.0.0.1 its own, else any',
  ),
  announce: setting(
    'ANNOUNCE',
    'off keeps the server from telling its network that it is there (mDNS)',
    true,
    onOrOff,
    'on, except on 127.0.0.1 or behind a proxy',
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    'most connections at once; one address may have a quarter of them',
    4_000,
    wholeNumber(20, 1_000_000),
  ),
  backupFolder: optional(
    'BACKUP_DIR',
    'folder of the daily backups, outside the data folder',
    path,
    'no daily backups',
  ),
  backupAt: setting('BACKUP_AT', 'time of the daily backup, in Indian time', '02:00', timeOfDay),
  backupKeep: setting('BACKUP_KEEP', 'how many backups are kept', 14, wholeNumber(1, 9_999)),
  pgDump: optional(
    'PG_DUMP',
    "pg_dump for backups of PostgreSQL, not older than the database's own",
    path,
    'pg_dump on the PATH',
  ),
  deletedDays: setting(
    'DELETED_DAYS',
    'days after which deleted people are really removed; 0 keeps them for ever',
    180,
    wholeNumber(0, 36_500),
  ),
  snapshotRows: setting(
    'SNAPSHOT_ROWS',
    'rows that a role must see for first syncs to be given a ready-made copy; 0 makes none',
    5_000,
    wholeNumber(0, 1_000_000_000),
  ),
  snapshotQuiet: setting(
    'SNAPSHOT_QUIET',
    'seconds without a first sync before such a copy is made',
    15,
    wholeNumber(0, 86_400),
  ),
  passwordReveal: setting(
    'PASSWORD_REVEAL',
    'on keeps passwords sealed for the password view; off deletes those kept',
    true,
    onOrOff,
    'on',
  ),
  passwordKey: optional('PASSWORD_KEY', 'key that seals passwords, 32 bytes in base64', anyText),
  passwordKeyFile: optional(
    'PASSWORD_KEY_FILE',
    'file of that key, outside the data folder; made if missing',
    path,
    '~/.config/placement-desk',
  ),
  deskSignInDays: setting(
    'DESK_SIGN_IN_DAYS',
    'days after its sign-in when a desk asks for the password again',
    90,
    wholeNumber(1, 3_650),
  ),
  secondFactorRoles: setting<readonly string[]>(
    'SECOND_FACTOR_ROLES',
    'roles that must use two-step sign-in, as Super Admin,HR',
    [],
    names,
    'none',
  ),
  publicRead: setting<readonly EntityName[]>(
    'PUBLIC_READ',
    'what the public website may read without sign-in, of jobs,blogs,careers',
    [],
    publicEntities,
    'nothing',
  ),
  publicReadRate: setting(
    'PUBLIC_READ_RATE',
    'answers of that a minute for one address',
    120,
    wholeNumber(1, 1_000_000),
  ),
  publicContact: setting(
    'PUBLIC_CONTACT',
    "on lets the public website's contact form send messages",
    false,
    onOrOff,
    'off',
  ),
  corsOrigins: setting<readonly string[]>(
    'CORS_ORIGINS',
    'web pages that may call the server, as https://www.example.com, with commas between',
    [],
    origins,
    'none',
  ),
  updateKey: optional(
    'UPDATE_KEY',
    'public key of the releases that --publish takes, where it is not the one built in (docs/releasing.md)',
    updateKey,
    'the one built in',
  ),
  metricsToken: optional('METRICS_TOKEN', 'bearer token of /metrics', token, 'no metrics'),
  logLevel: setting('LOG_LEVEL', `how much is logged: ${LOG_LEVELS.join(', ')}`, 'warn', oneOf(LOG_LEVELS)),
};

export type Settings = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Reads some settings from texts by their names; an empty text is as none.
 * @throws Error with one sentence that says what to change.
 */
export function readSettings<Name extends keyof Settings>(
  names: readonly Name[],
  texts: Texts,
): Pick<Settings, Name> {
  const values: Partial<Record<Name, unknown>> = {};
  for (const each of names) {
    const { name, default: preset, read } = settings[each];
    const text = texts[name]?.trim() ?? '';
    values[each] = text === '' ? preset : read(text, name);
  }
  return values as Pick<Settings, Name>;
}

export const settingNames = Object.keys(settings) as (keyof Settings)[];

import { USUAL_JOIN_CODE } from '#shared/protocol/joining.ts';
import { PASSWORD_COST, type PasswordCost } from '../auth/password-cost.ts';
import { readArguments, type Arguments } from './command-line.ts';
import { readSettingsFile } from './file.ts';
import { readSettings, settingNames, settings, type Settings } from './settings.ts';
import { path } from './values.ts';

export { LOG_LEVELS, type LogLevel } from './settings.ts';
export { helpText } from './command-line.ts';

/** What the command line asks about versions of the application. */
export type UpdatesCommand =
  | { do: 'publish'; folder: string; pilots: number; pilotNames: readonly string[]; allowOlder: boolean }
  | { do: 'release' }
  | { do: 'halt' };

/** How this server was asked to run: its settings (configuration/settings.ts), and what else the command line says. */
export interface Configuration extends Settings {
  /** Show the options and settings, then end. */
  help: boolean;
  /** Part of the application on a PC, whose own channel it is asked over. */
  embedded: boolean;
  /** Part of the application on a PC that lets the others of its network in. */
  network: boolean;
  /** With a backup, lay beside it what a move to another server needs. */
  forMove: boolean;
  /** Put a damaged database aside, and a backup in its place where `restore` names one; then end. */
  trial: boolean;
  setAside: boolean;
  /** Fill an empty database with demo data. */
  demo: boolean;
  /** Make the first administrator with this email, then end. */
  createAdmin: string | null;
  /** Set the password of the employee with this email, then end. */
  setPassword: string | null;
  /** Turn two-step sign-in off for the employee with this email, then end. */
  resetSecondFactor: string | null;
  /** Make a join code and print it, then end. */
  joinCode: { hours: number; uses: number; addresses: readonly string[] } | null;
  /** Publish, release or halt a version of the application, then end. */
  updates: UpdatesCommand | null;
  /** Make a new key for the server's own certificate, then end. */
  newServerKey: boolean;
  /** Copy the SQLite data into this PostgreSQL database, then end. */
  copyTo: string | null;
  /** Make a backup in a new folder inside this one, then end. */
  backup: string | null;
  /** With `backup`: it was said how many are kept, and those beyond are deleted. */
  saysHowMany: boolean;
  /** Make the data folder of this backup, then end. */
  restore: string | null;
  /** With `restore`: the data folder of which the backup was made. */
  former: string | null;
  /** Take in the old system's collections of this folder, then end. */
  importFrom: string | null;
  /** Say what the import would do, and write nothing. */
  dryRun: boolean;
  passwordCost: PasswordCost;
  /** Seconds for which the tokens are good. */
  restTokenSeconds: number;
  deskTokenSeconds: number;
  /** Days after its last contact for which a desk's session is kept. */
  deskSessionDays: number;
}

export const defaults: Configuration = {
  ...readSettings(settingNames, {}),
  help: false,
  embedded: false,
  network: false,
  forMove: false,
  trial: false,
  setAside: false,
  demo: false,
  createAdmin: null,
  setPassword: null,
  resetSecondFactor: null,
  joinCode: null,
  updates: null,
  newServerKey: false,
  copyTo: null,
  backup: null,
  saysHowMany: false,
  restore: null,
  former: null,
  importFrom: null,
  dryRun: false,
  passwordCost: PASSWORD_COST,
  restTokenSeconds: 12 * 60 * 60,
  deskTokenSeconds: 15 * 60,
  deskSessionDays: 30,
};

/**
 * Reads arguments, environment and the file of settings; the first of them that has a value wins.
 * @throws Error with one sentence that says what to change.
 */
export function readConfiguration(args: readonly string[], env: NodeJS.ProcessEnv): Configuration {
  const given = readArguments(args);
  const texts = given.embedded ? textsForEmbedded(env) : textsOf(given, env);
  const read = readSettings(settingNames, texts);
  assertTogether(read);
  return {
    ...defaults,
    ...read,
    tlsOwn: read.tlsOwn || (given.network ?? false),
    port: given.port ?? read.port,
    host: given.host ?? (given.network ? EVERY_NETWORK : read.host),
    dataFolder: given.data ?? read.dataFolder,
    backupFolder: given.backupDir ?? read.backupFolder,
    backupKeep: given.keep ?? read.backupKeep,
    saysHowMany: given.keep !== undefined || Boolean(texts['BACKUP_KEEP']),
    help: given.help ?? false,
    embedded: given.embedded ?? false,
    network: given.network ?? false,
    forMove: given.forMove ?? false,
    trial: given.trial ?? false,
    setAside: given.setAside ?? false,
    demo: given.demo ?? false,
    createAdmin: given.createAdmin ?? null,
    setPassword: given.setPassword ?? null,
    resetSecondFactor: given.resetSecondFactor ?? null,
    joinCode: given.joinCode
      ? {
          hours: given.hours ?? USUAL_JOIN_CODE.hours,
          uses: given.uses ?? USUAL_JOIN_CODE.uses,
          addresses: given.address ?? [],
        }
      : null,
    updates: updatesOf(given),
    newServerKey: given.newServerKey ?? false,
    copyTo: given.copyTo ?? null,
    backup: given.backup ?? null,
    restore: given.restore ?? null,
    former: given.former ?? null,
    importFrom: given.importFrom ?? null,
    dryRun: given.dryRun ?? false,
  };
}

/** How a PC answers others: never in the clear, and PCs know it by its key alone (decision 45). */
const EVERY_NETWORK = '0.0.0.0';

/** A release goes to so many PCs first, where nobody says otherwise. */
const USUAL_PILOTS = 2;

function updatesOf({ publish, pilots, pilot, allowOlder, release, halt }: Arguments): UpdatesCommand | null {
  if (release) return { do: 'release' };
  if (halt) return { do: 'halt' };
  if (publish === undefined) return null;
  const pilotNames = pilot ?? [];
  return {
    do: 'publish',
    folder: publish,
    pilots: pilots ?? (pilotNames.length > 0 ? 0 : USUAL_PILOTS),
    pilotNames,
    allowOlder: allowOlder ?? false,
  };
}

/**
 * Settings that the environment may have for the server inside the application. Others on the same PC belong to other
 * programs: they would let the network in, or put the data into somebody else's database.
 */
const FOR_EMBEDDED = [
  'passwordReveal',
  'passwordKey',
  'passwordKeyFile',
  'deskSignInDays',
  'secondFactorRoles',
  'logLevel',
] as const;

function textsForEmbedded(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const announce = settings.announce.name;
  return {
    ...Object.fromEntries(FOR_EMBEDDED.map((each) => [settings[each].name, env[settings[each].name]])),
    // It says less, and no more than that; whatever else others mean by the word keeps no PC from starting.
    ...(env[announce] === 'off' ? { [announce]: 'off' } : {}),
  };
}

function textsOf(given: Arguments, env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const named = env['CONFIG_FILE']?.trim();
  const file = given.config ?? (named ? path(named, 'CONFIG_FILE') : null);
  if (file === null) return env;
  const texts = readSettingsFile(file);
  for (const { name } of Object.values(settings)) if (env[name]?.trim()) texts[name] = env[name];
  return texts;
}

/**
 * What the settings say of the password view; `npm run demo` asks it too.
 * @throws Error with one sentence that says what to change.
 */
export function passwordSettings(
  env: NodeJS.ProcessEnv,
): Pick<Configuration, 'passwordReveal' | 'passwordKey' | 'passwordKeyFile'> {
  const read = readSettings(['passwordReveal', 'passwordKey', 'passwordKeyFile'], env);
  assertOneKey(read);
  return read;
}

/** Settings that make sense only together, or not together. */
function assertTogether(read: Settings): void {
  const { tlsCertFile, tlsKeyFile, tlsOwn } = read;
  assertOneKey(read);
  if ((tlsCertFile === null) !== (tlsKeyFile === null)) {
    throw new Error('TLS_CERT_FILE and TLS_KEY_FILE go together: set both, or neither.');
  }
  if (tlsOwn && tlsCertFile !== null) {
    throw new Error('TLS_OWN and TLS_CERT_FILE are both set: unset one of them.');
  }
}

function assertOneKey({
  passwordKey,
  passwordKeyFile,
}: Pick<Settings, 'passwordKey' | 'passwordKeyFile'>): void {
  if (passwordKey !== null && passwordKeyFile !== null) {
    throw new Error('PASSWORD_KEY and PASSWORD_KEY_FILE are both set: unset one of them.');
  }
}

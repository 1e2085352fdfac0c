import { parseArgs } from 'node:util';
import { MOST_JOINS } from '#shared/protocol/joining.ts';
import { settings, settingNames, type Settings } from './settings.ts';
import { emailAddress, path, postgresqlAddress, wholeNumber, type ReadValue } from './values.ts';

interface Option<Value> {
  /** What stands behind the option; none for a mere switch. */
  takes?: string;
  what: string;
  /** May be given several times: the texts as they are. */
  many?: true;
  read: ReadValue<Value>;
}

const option = <Value>(takes: string, what: string, read: ReadValue<Value>): Option<Value> => ({
  takes,
  what,
  read,
});
const listOption = (takes: string, what: string): Option<readonly string[]> => ({
  takes,
  what,
  many: true,
  read: () => [],
});
const onlySwitch = (what: string): Option<boolean> => ({ what, read: () => true });

/** What the server does once instead of serving. */
const commands = {
  createAdmin: option(
    'EMAIL',
    'make the first administrator; asks for the password or reads it from standard input',
    emailAddress,
  ),
  setPassword: option('EMAIL', "set this employee's password, asked for in the same way", emailAddress),
  resetSecondFactor: option(
    'EMAIL',
    'turn two-step sign-in off for this employee, who lost the phone and the recovery codes',
    emailAddress,
  ),
  joinCode: onlySwitch('make a code by which PCs join this server, and print it'),
  newServerKey: onlySwitch(
    "make a new key for the server's own certificate (TLS_OWN): every PC then needs a new join code",
  ),
  publish: option('FOLDER', 'publish the release in this folder: PCs update to it', path),
  release: onlySwitch('give the newest published version to all PCs'),
  halt: onlySwitch('give the newest published version to no further PC'),
  backup: option('FOLDER', 'make a backup in a new folder inside this one', path),
  restore: option('BACKUP', 'make the data folder of this backup', path),
  copyTo: option('ADDRESS', 'copy the SQLite data into this PostgreSQL database', postgresqlAddress),
  importFrom: option('FOLDER', "take in the old system's collections from this folder", path),
};

const options = {
  ...commands,
  config: option('FILE', 'read settings from this file; the environment wins', path),
  demo: onlySwitch('fill an empty database with demo data'),
  embedded: onlySwitch(
    'as part of the application on a PC: settings of passwords, sign-in and the log alone count',
  ),
  network: onlySwitch(
    'with --embedded: answers the other PCs of its network too, over HTTPS with a certificate of its own',
  ),
  forMove: onlySwitch(
    'with --backup: lays beside it what a move to another server needs, the key of sealed passwords too',
  ),
  setAside: onlySwitch('put a damaged database aside; with --restore, put the backup in its place'),
  trial: onlySwitch(
    'with --restore: only to try it: desks take it for another server, and bring nothing of the office along',
  ),
  former: option(
    'FOLDER',
    "with --restore: the former data folder: the backup's seal is looked at, and its list of the erased goes along",
    path,
  ),
  dryRun: onlySwitch('with --import: say what would happen, and write nothing'),
  backupDir: option('FOLDER', `as ${settings.backupFolder.name}`, path),
  keep: option(
    'NUMBER',
    'with --backup: how many are kept; without it and BACKUP_KEEP none is deleted',
    wholeNumber(1, 9_999),
  ),
  pilots: option(
    'NUMBER',
    'with --publish: so many PCs get it first; 0 for all at once',
    wholeNumber(0, 10_000),
  ),
  pilot: listOption('NAME', 'with --publish: the PC of this name gets it first; may be given several times'),
  allowOlder: onlySwitch('with --publish: also a version that is older than the published one'),
  uses: option('NUMBER', 'with --join-code: for how many PCs it is good', wholeNumber(1, MOST_JOINS.uses)),
  hours: option('NUMBER', 'with --join-code: for how many hours', wholeNumber(1, MOST_JOINS.hours)),
  address: listOption('URL', 'with --join-code: where PCs reach the server; may be given several times'),
  port: option('NUMBER', `as ${settings.port.name}`, wholeNumber(0, 65_535)),
  host: option('ADDRESS', `as ${settings.host.name}`, (text) => text),
  data: option('FOLDER', `as ${settings.dataFolder.name}`, path),
  help: onlySwitch('show this'),
};

/** Its accounts and their passwords are known to everybody. */
export const DEMO_STAYS = 'Demo data is never opened to the network.';

type Options = typeof options;
export type Arguments = {
  [Name in keyof Options]?: Options[Name] extends Option<infer Value> ? Value : never;
};

/** `copyTo` is given as `--copy-to`; `import` is a word of the language. */
const flagOf = (name: string): string =>
  name === 'importFrom' ? 'import' : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @throws Error with one sentence that says what to change. */
export function readArguments(args: readonly string[]): Arguments {
  const given = parse(args);
  const read: Partial<Record<keyof Options, unknown>> = {};
  for (const name of Object.keys(options) as (keyof Options)[]) {
    const value = given[flagOf(name)];
    if (value === undefined || value === false) continue;
    if (Array.isArray(value)) {
      read[name] = value;
      continue;
    }
    const text = value === true ? '' : value;
    if (text === '' && options[name].takes !== undefined) {
      throw new Error(`--${flagOf(name)} needs a value (${options[name].takes}).`);
    }
    read[name] = options[name].read(text, `--${flagOf(name)}`);
  }
  const asked = Object.keys(commands).filter((name) => name in read);
  if (asked.length > 1) {
    throw new Error(`Give only one of ${asked.map((name) => `--${flagOf(name)}`).join(' and ')} at a time.`);
  }
  if (read.dryRun && read.importFrom === undefined) throw new Error('--dry-run goes with --import FOLDER.');
  if (read.former !== undefined && read.restore === undefined)
    throw new Error('--former goes with --restore BACKUP.');
  if (read.trial && (read.restore === undefined || read.setAside))
    throw new Error('--trial goes with --restore BACKUP.');
  if (read.forMove && read.backup === undefined) throw new Error('--for-move goes with --backup FOLDER.');
  if (read.network && !read.embedded)
    throw new Error('--network is for the application on a PC. Set SERVER_HOST and TLS_OWN for a server.');
  if (read.network && read.demo) throw new Error(DEMO_STAYS);
  for (const name of ['pilots', 'pilot', 'allowOlder'] as const) {
    if (read[name] !== undefined && read.publish === undefined)
      throw new Error(`--${flagOf(name)} goes with --publish FOLDER.`);
  }
  for (const name of ['uses', 'hours', 'address'] as const) {
    if (read[name] !== undefined && read.joinCode === undefined)
      throw new Error(`--${name} goes with --join-code.`);
  }
  return read as Arguments;
}

function parse(args: readonly string[]): Record<string, string | boolean | string[] | undefined> {
  const known = Object.entries<Option<unknown>>(options).map(
    ([name, { takes, many }]) =>
      [
        flagOf(name),
        { type: takes === undefined ? 'boolean' : 'string', multiple: many ?? false } as const,
      ] as const,
  );
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(known) }).values as ReturnType<
      typeof parse
    >;
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : 'Unknown argument';
    throw new Error(`${said}. Usage: npm run server -- [options]; --help shows them.`, { cause: error });
  }
}

/** What `--help` shows: every option and every setting. */
export function helpText(): string {
  const flags = Object.entries<Option<unknown>>(options).map(([name, { takes, what }]) =>
    line(`--${flagOf(name)}${takes === undefined ? '' : ` ${takes}`}`, what),
  );
  const all = settingNames.map((each: keyof Settings) => {
    const { name, what, defaultText } = settings[each];
    return line(name, `${what} [${defaultText}]`);
  });
  return [
    'Usage: npm run server -- [options]',
    '',
    'Options',
    ...flags,
    '',
    'Settings, in the environment or in the file of --config (or CONFIG_FILE), and their defaults',
    ...all,
    '',
    'docs/operations.md says more.',
  ].join('\n');
}

const line = (name: string, what: string): string => `  ${name.padEnd(22)} ${what}`;

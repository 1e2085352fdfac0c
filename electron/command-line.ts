import { isAbsolute, resolve } from 'node:path';
import { isPlainHttp } from './plain-http.ts';
import { argumentsBeforeLink } from './window/linked-record.ts';

/** The options a person can give when starting the application (README, "Starting"). */
export interface StartOptions {
  /** Serve the application to a browser on 127.0.0.1 instead of opening a window. */
  browser: boolean;
  /** The port of browser mode. 0 takes a free one. */
  port: number;
  /** Fill an empty embedded server with demo data and demo accounts. */
  demo: boolean;
  /** Look around in demo data that lies in a folder of its own within the data folder; implies `demo`. */
  lookAround: boolean;
  /** Absolute path of the data folder; undefined for the usual one of this user. */
  data?: string;
  /** Origin of the server to work with; undefined for the embedded one. */
  server?: string;
}

export const DEFAULT_PORT = 5800;

/**
 * Reads the start options from command-line arguments, written `--name value` or `--name=value`.
 * @param given nothing after a link to a record counts: whoever made the link may have written it.
 * @param unknown what to do with other options: Electron's own switches arrive among ours and are left alone there.
 * @throws Error with one plain sentence when an option is unknown or its value cannot be used.
 */
export function readStartOptions(
  given: readonly string[],
  cwd: string,
  unknown: 'refuse' | 'ignore' = 'refuse',
): StartOptions {
  const options: StartOptions = { browser: false, port: DEFAULT_PORT, demo: false, lookAround: false };
  const args = argumentsBeforeLink(given);
  let allowPlainHttp = false;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const equals = argument.indexOf('=');
    const name = equals < 0 ? argument : argument.slice(0, equals);
    const value = (): string => {
      if (equals < 0) index += 1;
      const text = equals < 0 ? args[index] : argument.slice(equals + 1);
      if (text === undefined || text === '' || (equals < 0 && text.startsWith('--'))) {
        throw new Error(`${name} needs a value.`);
      }
      return text;
    };
    if (name === '--browser') options.browser = true;
    else if (name === '--demo') options.demo = true;
    else if (name === '--look-around') options.demo = options.lookAround = true;
    else if (name === '--port') options.port = readPort(value());
    else if (name === '--data') options.data = readFolder(value(), cwd);
    else if (name === '--server') options.server = readServer(value());
    else if (name === '--allow-plain-http') allowPlainHttp = true;
    else if (unknown === 'refuse') {
      throw new Error(
        `Unknown option ${argument}. Known are --browser, --port, --data, --server, --allow-plain-http and --demo.`,
      );
    }
  }
  if (options.server !== undefined && isPlainHttp(options.server) && !allowPlainHttp) {
    throw new Error(
      `Passwords and records could be read on the way to ${options.server}. Use its https:// address; or, on a network that you trust, add --allow-plain-http.`,
    );
  }
  return options;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

function readFolder(text: string, cwd: string): string {
  return isAbsolute(text) ? text : resolve(cwd, text);
}

function readServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error(`--server must be an address such as https://desk.example.org, not "${text}".`);
  }
  return url.origin;
}

/** The options of a start without one of them and its value, and without a link. */
export function withoutOption(given: readonly string[], name: string): string[] {
  const args = argumentsBeforeLink(given);
  return args.filter(
    (argument, index) => argument !== name && !argument.startsWith(`${name}=`) && args[index - 1] !== name,
  );
}

import { createServer, type AddressInfo } from 'node:net';
import { DESK_ENGINE_FLAGS, SERVER_ENGINE_FLAGS } from '../../electron/engine-flags.ts';
import { SERVER_PROGRAM, type Running, start } from './processes.ts';

/**
 * The product as it is built, the programs that the package has and `npm start` runs (playwright.config.ts sees to the
 * build): a server process, and desks that serve the screens to a browser.
 */

export const DEMO_PASSWORD = 'Demo@12345';

export const DEMO_ACCOUNTS = {
  'Super Admin': 'superadmin@demo.test',
  Admin: 'admin@demo.test',
  HR: 'hr@demo.test',
  Employee: 'employee@demo.test',
  Student: 'student@demo.test',
} as const;

/** Starts the sync server on a port of its own or the given one; `address` is its origin. */
export function startServer(options: {
  data: string;
  port?: number;
  demo?: boolean;
  /** As environment variables. */
  settings?: Readonly<Record<string, string>>;
}): Promise<Running> {
  const args = [
    '--port',
    String(options.port ?? 0),
    '--data',
    options.data,
    ...(options.demo ? ['--demo'] : []),
  ];
  return start(SERVER_PROGRAM, args, /Listening on (\S+)/, SERVER_ENGINE_FLAGS, options.settings);
}

/** Starts a desk against a server, on a PC set to a time zone; `address` opens its screens in a browser. */
export function startDesk(options: {
  data: string;
  server: string;
  port: number;
  timeZone?: string | undefined;
  allowPlainHttp?: boolean;
  /** Milliseconds that the computer's clock is ahead. */
  clockAhead?: number | undefined;
}): Promise<Running> {
  const args = ['--port', String(options.port), '--data', options.data, '--server', options.server];
  if (options.allowPlainHttp) args.push('--allow-plain-http');
  const wrong = `const now = Date.now; Date.now = () => now() + ${options.clockAhead}`;
  const environment = {
    ...(options.timeZone === undefined ? {} : { TZ: options.timeZone }),
    ...(options.clockAhead === undefined
      ? {}
      : { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(wrong)}"` }),
  };
  return start('out/main/browser-mode.js', args, /Open (\S+)/, DESK_ENGINE_FLAGS, environment);
}

/** A port of this computer that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

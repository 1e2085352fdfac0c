import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { StartOptions } from './command-line.ts';
import { withoutOption } from './command-line.ts';
import { serverHost, type ServerAddress } from './desk/server/server-address.ts';
import type { Proposal } from '#shared/protocol/server-choice.ts';
import type { HostAbilities } from './ipc.ts';
import {
  addressOf,
  addressTold,
  forgetOffice,
  joinedOffice,
  keepOffice,
  readProposal,
} from './office-settings.ts';
import { isPlainHttp } from './plain-http.ts';
import type { OwnServer } from './own-server.ts';
import { relaunch } from './relaunch.ts';
import { argumentsBeforeLink } from './window/linked-record.ts';

/**
 * The server to open: the one the start was told, else the one this PC joined; undefined for its own. What a first start
 * was told is remembered, so that a start without it opens no other server's data.
 * @throws Error with one sentence where it cannot be read which one was joined.
 */
export function chosenServer(options: StartOptions, dataFolder: string): ServerAddress | undefined {
  if (options.demo && options.server === undefined) return undefined;
  const joined = joinedOffice(dataFolder);
  if (options.server === undefined) return joined ? addressOf(joined) : undefined;
  const isNew = joined === null && !existsSync(join(dataFolder, 'server'));
  if (isNew && !options.demo) {
    const plainHttp = isPlainHttp(options.server);
    keepOffice(dataFolder, { server: options.server, others: [], key: null, office: null, plainHttp });
  }
  return addressTold(options.server, joined);
}

export type OfficeAbilities = Pick<
  HostAbilities,
  'serverChoice' | 'joinOffice' | 'leaveOffice' | 'leaveDemo'
>;

/** What main does for the desk about the server that this PC works with. */
export function officeAbilities(options: StartOptions, own: () => OwnServer | undefined): OfficeAbilities {
  const given = argumentsBeforeLink(process.argv.slice(1));
  return {
    serverChoice: async () => {
      const joined = options.demo ? null : joinedOffice(app.getPath('userData'));
      return JSON.stringify({
        joined: joined && {
          office: joined.office,
          server: serverHost(joined.server),
          byKey: joined.key !== null,
        },
        proposed: joined === null && !options.demo ? proposal() : null,
        demo: options.lookAround,
      });
    },
    joinOffice: async (office) => {
      own()?.forget();
      keepOffice(app.getPath('userData'), office);
      relaunch(withoutOption(given, '--server'));
    },
    leaveOffice: async () => {
      forgetOffice(app.getPath('userData'));
      relaunch(withoutOption(given, '--server'));
    },
    leaveDemo: async () => relaunch(given.filter((argument) => argument !== '--look-around')),
  };
}

/**
 * What a settings file beside the application's own file says, where whoever rolls it out can lay one. Beside an AppImage,
 * which runs where it was downloaded to, anybody's page can have laid one too.
 */
function proposal(): Proposal | null {
  const image = process.env['APPIMAGE'];
  return readProposal(dirname(image ?? app.getPath('exe')), image !== undefined);
}

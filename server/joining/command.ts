import { formatDateTime } from '#shared/format/dates.ts';
import { SETTINGS_FILE, settingsFileOf } from '#shared/protocol/joining.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import { makeJoinCode } from './join-codes.ts';
import { ownFilesThatAre } from './own-certificate.ts';
import { givenAddresses, knownKeyOf, reachOf } from './reach.ts';

/**
 * `--join-code`: makes a code, beside a running server or without one.
 * @returns what to print
 * @throws Error with one sentence where other PCs do not reach the server
 */
export async function joinCodeByCommand(database: Database, configuration: Configuration): Promise<string> {
  const { joinCode, port } = configuration;
  if (joinCode === null) throw new Error('No join code is wanted.');
  const { hours, uses } = joinCode;
  const given = givenAddresses(configuration, joinCode.addresses);
  const { addresses, notReached } =
    given.length > 0 ? { addresses: given, notReached: null } : reachOf(configuration, port);
  if (notReached !== null) throw new Error(notReached);
  const files = configuration.tlsOwn ? ownFilesThatAre(configuration) : configuration;
  const key = knownKeyOf({ ...configuration, tlsCertFile: files.tlsCertFile });
  const made = await makeJoinCode(database, null, { addresses, key, hours, uses });
  return [
    made.code,
    '',
    `Leads to ${made.addresses.join(', ')}`,
    `Good until ${formatDateTime(made.endsAt)}, for ${uses === 1 ? 'one PC' : `${uses} PCs`}`,
    '',
    `${SETTINGS_FILE}:`,
    settingsFileOf(made.code).replaceAll('\r\n', '\n').trimEnd(),
  ].join('\n');
}

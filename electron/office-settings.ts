import { lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { joinedOfficeSchema, type JoinedOffice, type Proposal } from '#shared/protocol/server-choice.ts';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';
import type { ServerAddress } from './desk/server/server-address.ts';

/** Which server this PC works with: what it joined, what a settings file proposes, and what a start was told. */

const OFFICE_FILE = 'office.json';
/** Beside the application, written by who rolls it out (docs/operations.md). */
export const PROPOSAL_FILE = 'placement-desk.ini';
const MOST_BYTES = 64 * 1024;

/**
 * The server that this PC joined; null where it joined none.
 * @throws Error with one sentence where that was kept and cannot be read: no other server's data is opened instead.
 */
export function joinedOffice(dataFolder: string): JoinedOffice | null {
  const path = join(dataFolder, OFFICE_FILE);
  // A link that leads nowhere is there: what it led to said which server.
  if (!lstatSync(path, { throwIfNoEntry: false })) return null;
  try {
    // Reading a pipe would wait for ever.
    if (!statSync(path).isFile()) throw new Error('It is no file.');
    return joinedOfficeSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(
      `The file ${path}, which says what server this PC works with, is damaged. Delete it, start again and join the server once more; nothing that was saved is lost.`,
      { cause: error },
    );
  }
}

export function keepOffice(dataFolder: string, office: JoinedOffice): void {
  writeWholeFileNow(join(dataFolder, OFFICE_FILE), `${JSON.stringify(office, null, 2)}\n`);
}

export function forgetOffice(dataFolder: string): void {
  rmSync(join(dataFolder, OFFICE_FILE), { force: true });
}

/** The joined server as the desk opens it: known by its key, its folder stays the same at another address. */
export function addressOf({ server, others, key, office }: JoinedOffice): ServerAddress {
  return {
    id: key === null ? server : `key:${key}`,
    url: server,
    others,
    ...(key === null ? {} : { key }),
    ...(office === null ? {} : { office }),
  };
}

/**
 * The server that a start was told (`--server`): as it was joined where it is that one.
 * @param server its origin
 */
export function addressTold(server: string, joined: JoinedOffice | null): ServerAddress {
  const known = joined !== null && [joined.server, ...joined.others].includes(server);
  return known ? { ...addressOf(joined), url: server } : { id: server, url: server };
}

/**
 * What `placement-desk.ini` in the folder says; null where there is none that says anything.
 * @param isOpen whether the folder is none that the application was installed into: the user is asked first
 */
export function readProposal(folder: string, isOpen = false): Proposal | null {
  const path = join(folder, PROPOSAL_FILE);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > MOST_BYTES) return null;
  const values = new Map<string, string>();
  // A byte-order mark, comments and section heads are what Windows' editors leave.
  for (const line of readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)) {
    const [, name, value] = /^\s*([a-z-]+)\s*=\s*(.*?)\s*$/i.exec(line) ?? [];
    if (name !== undefined && value) values.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  const text = values.get('join') ?? values.get('server');
  if (text === undefined || text.length > 4_000) return null;
  const says = (name: string): boolean => /^(yes|on|true|1)$/i.test(values.get(name) ?? '');
  return { text, allowPlainHttp: says('allow-plain-http'), asks: isOpen || says('ask') };
}

import { hostname } from 'node:os';
import { z } from 'zod';
import { counted } from '#shared/format/counted.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { OTHER_PC } from '#shared/protocol/network-calls.ts';
import {
  JOIN_PATH,
  joinAnswerSchema,
  joinCodeIn,
  looksLikeJoinCode,
  readJoinCode,
  type JoinCode,
} from '#shared/protocol/joining.ts';
import type { JoinedOffice, ServerChoice, ServerNearby } from '#shared/protocol/server-choice.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { isPlainHttp } from '../../plain-http.ts';
import { NetworkFailure, ServerConnection } from '../server/server-connection.ts';
import { UntrustedServer } from '../server/untrusted-server.ts';
import type { Session } from '../session/session.ts';
import type { OwnNetwork } from './network.ts';
import { serversNearby } from './servers-nearby.ts';

/** Somebody waits at the window for it. */
const PATIENCE_MS = 8_000;

/** What the application does about the server that it works with; it starts again after each change. */
export interface OfficeChoice {
  get(): Promise<Omit<ServerChoice, 'choosable'>>;
  join(office: JoinedOffice): Promise<void>;
  leave(): Promise<void>;
  leaveDemo(): Promise<void>;
}

export async function serverChoice(
  session: Session,
  choice: OfficeChoice | undefined,
): Promise<ServerChoice> {
  if (!choice) return { joined: null, proposed: null, demo: false, choosable: false };
  return { ...(await choice.get()), choosable: session.open === null };
}

/** Throws as `serverChoice.join` says. */
export async function joinOffice(
  session: Session,
  choice: OfficeChoice | undefined,
  { text, allowPlainHttp = false }: { text: string; allowPlainHttp?: boolean | undefined },
  own?: OwnNetwork,
): Promise<null> {
  const free = choosable(session, choice);
  const users = (await own?.standing())?.connected ?? 0;
  if (users > 0) throw new PlainError('not-supported', usedByOthers(users));
  const wanted = wantedServer(text);
  const [first = ''] = wanted.addresses;
  const plainHttp = wanted.addresses.some(isPlainHttp);
  if (plainHttp && !allowPlainHttp) {
    throw new PlainError(
      'conflict',
      `What is sent to ${first} is not encrypted: everybody on the network can read passwords and records. Use an https:// address, or allow it for a network that you trust.`,
    );
  }
  const server = await firstThatAnswers(wanted);
  const others = wanted.addresses.filter((each) => each !== server);
  // The server may have taken its time, and another window shows the sign-in as well.
  choosable(session, choice);
  const office = wanted.token === null ? null : await redeem(server, wanted.key, wanted.token);
  choosable(session, choice);
  await free.join({ server, others, key: wanted.key, office, plainHttp });
  return null;
}

const usedByOthers = (others: number): string =>
  `${counted(OTHER_PC, others)} ${others === 1 ? 'is' : 'are'} using this PC's data and could not reach it any more. Sign in and close this PC in "Office network" first.`;

/** Throws as joining does where no server can be chosen: nobody else has a reason to look around on the network. */
export async function nearby(session: Session, choice: OfficeChoice | undefined): Promise<ServerNearby[]> {
  choosable(session, choice);
  return serversNearby();
}

/** Throws `conflict` while somebody is signed in. */
export async function leaveOffice(session: Session, choice: OfficeChoice | undefined): Promise<null> {
  await choosable(session, choice).leave();
  return null;
}

/** Whoever looks around may be signed in: nothing of it is kept for anybody. */
export async function leaveDemo(choice: OfficeChoice | undefined): Promise<null> {
  if (!choice || !(await choice.get()).demo) {
    throw new PlainError('not-supported', 'This window has no demo data to leave.');
  }
  await choice.leaveDemo();
  return null;
}

function choosable(session: Session, choice: OfficeChoice | undefined): OfficeChoice {
  if (!choice) {
    throw new PlainError('not-supported', 'The server is chosen in the desktop application, or by --server.');
  }
  if (session.open) throw new PlainError('conflict', 'Sign out first: each server has accounts of its own.');
  return choice;
}

interface Wanted extends Pick<JoinCode, 'addresses' | 'key'> {
  token: string | null;
}

/** Throws `invalid` where the text is neither a join code nor an address. */
function wantedServer(text: string): Wanted {
  const code = readJoinCode(joinCodeIn(text));
  if (code) return code;
  if (looksLikeJoinCode(text)) {
    throw new PlainError(
      'invalid',
      'This join code is not whole, or of a later version of the application. Copy all of it, from PD1- to its end.',
    );
  }
  return { addresses: [originOf(text.trim())], key: null, token: null };
}

function originOf(text: string): string {
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = text !== '' && URL.canParse(full) ? new URL(full) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new PlainError(
      'invalid',
      'Enter the join code that your administrator gave you, or the address of the server, such as https://desk.your-office.in:5701.',
    );
  }
  return url.origin;
}

/** All are asked at once; the earliest in the list that answers counts. */
async function firstThatAnswers({ addresses, key }: Wanted): Promise<string> {
  const asked = addresses.map((address) =>
    isOurs(address, key).then(
      () => null,
      (error: unknown) => error,
    ),
  );
  const failures: unknown[] = [];
  for (const [at, answer] of asked.entries()) {
    const failure = await answer;
    if (failure === null) return addresses[at] ?? '';
    failures.push(failure);
  }
  const hosts = addresses.map((address) => new URL(address).host).join(', ');
  throw (
    failures.find((failure) => failure instanceof UntrustedServer) ??
    failures.find((failure) => failure instanceof PlainError) ??
    new PlainError(
      'offline',
      `No server answers at ${hosts}. Look whether this PC is on the office's network and the address is right, then try again.`,
    )
  );
}

const healthSchema = z.object({ status: z.string(), version: z.string(), engine: z.string() });

async function isOurs(address: string, key: string | null): Promise<void> {
  const connection = new ServerConnection(address, key === null ? {} : { key });
  const health = await connection
    .call<unknown>(PATHS.health, { method: 'GET', atMost: PATIENCE_MS })
    .catch((error: unknown) => {
      // What is no answer of ours is somebody else's.
      if (error instanceof UntrustedServer || error instanceof NetworkFailure) throw error;
      return null;
    });
  if (healthSchema.safeParse(health).success) return;
  throw new PlainError(
    'invalid',
    `What answers at ${new URL(address).host} is not this application's server. Check the address and its port.`,
  );
}

/** @returns what the office calls itself */
async function redeem(server: string, key: string | null, token: string): Promise<string | null> {
  const connection = new ServerConnection(server, key === null ? {} : { key });
  const body = { token, computer: hostname().slice(0, 200) };
  try {
    const answer = await connection.call<unknown>(JOIN_PATH, { body, atMost: PATIENCE_MS });
    return joinAnswerSchema.parse(answer).office;
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    throw new PlainError('offline', 'The server did not answer in time. Try again in a moment.');
  }
}

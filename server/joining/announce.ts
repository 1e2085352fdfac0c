import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bonjour, ServiceConfig } from 'bonjour-service';
import type { Logger } from 'pino';
import { ANNOUNCED, ANNOUNCED_FIELDS } from '#shared/protocol/joining.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isLoopback } from '../http/exposure.ts';
import { reachOf, schemeOf } from './reach.ts';

/** A field of the announcement has 255 bytes with its name. */
const OFFICE_BYTES = 200;
/** A network that does not answer holds up no end of the server. */
const PATIENCE_MS = 500;
/** All hear each answer, so that these are enough for an office that starts its PCs at once. */
const MOST_ANSWERS_A_SECOND = 20;

type Place = Pick<
  Configuration,
  'announce' | 'host' | 'trustProxy' | 'allowedHosts' | 'tlsCertFile' | 'tlsOwn' | 'allowPlainHttp'
>;

/** Tells the network that there is a server (mDNS), so that PCs offer it by name. */
export interface Announcer {
  /** What it is called from now on. */
  office(name: string | null): void;
  stop(): Promise<void>;
}

export const silent: Announcer = { office: () => undefined, stop: async () => undefined };

/** Behind a proxy the server does not know where PCs call, and on the loopback nobody does. */
export const isAnnounced = ({ announce, host, trustProxy }: Place): boolean =>
  announce && trustProxy === 0 && !isLoopback(host);

/** What is told: nothing of a person, and nothing that whoever calls the server would not learn. */
export function announcementOf(place: Place, port: number, office: string | null): Record<string, string> {
  const [address] = place.allowedHosts.length > 0 ? reachOf(place, port).addresses : [];
  const short = cut(office ?? '');
  return {
    [ANNOUNCED_FIELDS.scheme]: schemeOf(place),
    ...(short === '' ? {} : { [ANNOUNCED_FIELDS.office]: short }),
    ...(address === undefined ? {} : { [ANNOUNCED_FIELDS.address]: address }),
  };
}

/** The first so many bytes of UTF-8, without half a character. */
function cut(text: string): string {
  let kept = '';
  for (const each of text) {
    if (Buffer.byteLength(kept + each) > OFFICE_BYTES) break;
    kept += each;
  }
  return kept;
}

/**
 * Announces the server as long as it runs. What goes wrong is logged, and ends nothing but the announcement.
 * @param network one address of this computer to announce from, in place of all
 */
export async function announceServer(
  place: Place,
  port: number,
  office: string | null,
  logger: Pick<Logger, 'warn'>,
  network: Partial<ServiceConfig> & { bind?: string } = {},
): Promise<Announcer> {
  if (!isAnnounced(place)) return silent;
  const { default: library } = await import('bonjour-service');
  let told = false;
  const failed = (error: unknown): void => {
    if (told) return;
    told = true;
    logger.warn(
      { said: error instanceof Error ? error.message : String(error) },
      'the server could not be announced on its network; PCs join by code or address',
    );
  };
  try {
    networkInterfaces();
  } catch (error) {
    // The library asks for them again and again, and nobody would catch it there.
    failed(error);
    return silent;
  }
  const bonjour = new library.Bonjour(network, failed);
  networkOf(bonjour).on('error', failed);
  boundAnswers(networkOf(bonjour));
  // The same at each start, and of this server alone; no name of the computer, which may be a person's.
  const mark = createHash('sha256').update(`${hostname()} ${port}`).digest('hex').slice(0, 12);
  const name = `placement-desk-${mark}`;
  const publish = (called: string | null): void => {
    bonjour.publish({
      ...ANNOUNCED,
      name,
      host: `${name}.local`,
      port,
      txt: announcementOf(place, port, called),
      disableIPv6: true,
      // Its name is its own; asking the network for it first would keep the rest waiting.
      probe: false,
    });
  };
  publish(office);
  const goodbye = (): Promise<void> =>
    new Promise((resolve) => {
      bonjour.unpublishAll(() => resolve());
    });
  return {
    office: (called) => bonjour.unpublishAll(() => publish(called)),
    stop: async () => {
      await Promise.race([goodbye(), delay(PATIENCE_MS)]);
      bonjour.destroy();
    },
  };
}

/** The library hears no errors of its socket, and one that nobody hears ends the process. */
function networkOf(bonjour: Bonjour): EventEmitter {
  return (bonjour as unknown as { server: { mdns: EventEmitter } }).server.mdns;
}

interface Asked {
  questions: readonly { name: string; type: string }[];
}

/** What asks for us: our kind, our own names, and which kinds there are. */
const OURS = new RegExp(
  `^(_services\\._dns-sd\\._udp|_?${ANNOUNCED.type}[^.]*(\\._${ANNOUNCED.type})?(\\._${ANNOUNCED.protocol})?)\\.local$`,
  'i',
);

/**
 * Anybody on the network may ask, without an account, and the library would answer each of the thousands of questions that a
 * packet has room for by a packet to all.
 */
export function boundAnswers(network: EventEmitter, now: () => number = () => performance.now()): void {
  const answers = network.listeners('query') as ((asked: Asked) => void)[];
  network.removeAllListeners('query');
  let second = -Infinity;
  let answered = 0;
  network.on('query', (asked: Asked) => {
    const ours = new Map(
      asked.questions
        .filter(({ name }) => OURS.test(name))
        .map((question) => [`${question.type} ${question.name.toLowerCase()}`, question]),
    );
    if (now() - second >= 1_000) [second, answered] = [now(), 0];
    const questions = [...ours.values()].slice(0, MOST_ANSWERS_A_SECOND - answered);
    if (questions.length === 0) return;
    answered += questions.length;
    for (const answer of answers) answer({ ...asked, questions });
  });
}

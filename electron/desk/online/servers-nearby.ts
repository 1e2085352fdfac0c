import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ANNOUNCED, ANNOUNCED_FIELDS } from '#shared/protocol/joining.ts';
import type { ServerNearby } from '#shared/protocol/server-choice.ts';

/** How long answers are waited for: servers on the same network answer within a second. */
const LISTEN_MS = 2_500;
const MOST = 20;
const NAME_MAX = 100;
/** What a line of text has no use for, and somebody on the network could mislead with: controls, and marks that turn the writing. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What was heard of a server, as the library gives it. */
export interface Heard {
  port: number;
  addresses?: readonly string[] | undefined;
  referer?: { address: string } | undefined;
  txt?: unknown;
}

/**
 * The servers that say on this network that they are there. What they say is trusted no further than as a line to choose
 * from: joining asks for the key of a join code, or a certificate that this PC trusts.
 */
export async function serversNearby(listenMs = LISTEN_MS): Promise<ServerNearby[]> {
  const found = new Map<string, ServerNearby>();
  try {
    // Without the right to ask for them the library would throw where nobody catches it.
    networkInterfaces();
    const { default: library } = await import('bonjour-service');
    const bonjour = new library.Bonjour({}, () => undefined);
    const browser = bonjour.find(ANNOUNCED, (heard: Heard) => {
      const server = serverHeard(heard);
      if (server && found.size < MOST) found.set(server.address, server);
    });
    // A port that is taken, or no network: nobody is found.
    socketOf(bonjour)?.on('error', () => undefined);
    await delay(listenMs);
    browser.stop();
    bonjour.destroy();
  } catch {
    // Whoever asks again at once would ask without end.
    await delay(listenMs);
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** A line for people of what was heard; null where it leads nowhere. */
export function serverHeard({ port, addresses = [], referer, txt }: Heard): ServerNearby | null {
  const said = (name: string): string => {
    const value: unknown = typeof txt === 'object' && txt !== null ? Reflect.get(txt, name) : undefined;
    return typeof value === 'string' ? value.replaceAll(MISLEADING, '').trim() : '';
  };
  const numbers = [...addresses, ...(referer ? [referer.address] : [])];
  const number = numbers.find((each) => isIPv4(each));
  const scheme = said(ANNOUNCED_FIELDS.scheme) === 'http' ? 'http' : 'https';
  const named = originOf(said(ANNOUNCED_FIELDS.address));
  const address = named ?? (number === undefined ? null : originOf(`${scheme}://${number}:${port}`));
  if (address === null) return null;
  const office = said(ANNOUNCED_FIELDS.office).slice(0, NAME_MAX);
  return { name: office === '' ? new URL(address).host : office, address };
}

function originOf(text: string): string | null {
  if (text.length > 300 || !/^https?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { origin, username, password } = new URL(text);
  return username === '' && password === '' ? origin : null;
}

/** The library's own socket, whose errors it leaves to nobody. */
function socketOf(bonjour: object): NodeJS.EventEmitter | undefined {
  const server: unknown = Reflect.get(bonjour, 'server');
  const network: unknown =
    typeof server === 'object' && server !== null ? Reflect.get(server, 'mdns') : undefined;
  return network as NodeJS.EventEmitter | undefined;
}

import {
  LOOPBACK_PROTOCOLS,
  type BridgePort,
  type CallMessage,
  type DeskMessage,
} from '#shared/protocol/bridge.ts';

declare global {
  interface Window {
    /** The preload's pipe to the desk; absent where the product runs in a browser. */
    bridgePort?: BridgePort;
  }
}

/** `refused`: the desk is there, but this page must be opened by the address that the application printed. */
export type Link = 'open' | 'lost' | 'refused';

/** How messages get to the desk and back. */
export interface Transport {
  send(message: CallMessage): void;
  onMessage(listener: (message: DeskMessage) => void): void;
  /** Told of every opening and of every loss or failed attempt to open. */
  onConnection(listener: (link: Link) => void): void;
}

/** In Electron the preload keeps early messages until the desk is there, and says when it is lost and back. */
export function portTransport(port: BridgePort): Transport {
  return {
    send: (message) => port.send(message),
    onMessage: (listener) => void port.listen(listener),
    onConnection: (listener) => {
      queueMicrotask(() => listener('open'));
      port.watch((open) => listener(open ? 'open' : 'lost'));
    },
  };
}

/** Waits between attempts to reconnect, in milliseconds; the last is repeated. */
const RECONNECT_AFTER = [250, 500, 1_000, 2_000, 4_000];

/**
 * The loopback WebSocket of browser mode; it reconnects for as long as the page is open.
 * @param key gives what lets this page in, asked for at each attempt.
 */
export function socketTransport(url: string, key: () => string | null = () => null): Transport {
  let socket: WebSocket | undefined;
  let attempt = 0;
  const messageListeners: ((message: DeskMessage) => void)[] = [];
  const connectionListeners: ((link: Link) => void)[] = [];
  const tellConnection = (link: Link): void => connectionListeners.forEach((listener) => listener(link));

  const connect = (): void => {
    const named = key();
    const current = new WebSocket(url, [
      ...Object.values(LOOPBACK_PROTOCOLS),
      ...(named === null ? [] : [named]),
    ]);
    socket = current;
    let refused = false;
    current.onopen = () => {
      refused = current.protocol === LOOPBACK_PROTOCOLS.refused;
      if (refused) return;
      attempt = 0;
      tellConnection('open');
    };
    current.onmessage = (event: MessageEvent<unknown>) => {
      const message = parse(event.data);
      if (message) messageListeners.forEach((listener) => listener(message));
    };
    current.onclose = () => {
      tellConnection(refused ? 'refused' : 'lost');
      setTimeout(connect, RECONNECT_AFTER[Math.min(attempt, RECONNECT_AFTER.length - 1)]);
      attempt += 1;
    };
  };
  connect();

  return {
    send: (message) => socket?.send(JSON.stringify(message)),
    onMessage: (listener) => void messageListeners.push(listener),
    onConnection: (listener) => void connectionListeners.push(listener),
  };
}

/** The desk is our own other half, so its messages are trusted once they are JSON objects. */
function parse(data: unknown): DeskMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null ? (message as DeskMessage) : null;
  } catch {
    return null;
  }
}

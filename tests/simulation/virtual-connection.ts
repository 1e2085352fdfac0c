import { Duplex } from 'node:stream';
import type { Actor } from './actor.ts';

/** What happens to the calls of one desk for as long as it is so; each is once in so many calls, 0 for never. */
export interface Weather {
  /** Nothing reaches the server; connections that were open are silent. */
  isCut: boolean;
  refuse: number;
  loseRequest: number;
  loseAnswer: number;
  cutAnswer: number;
  silent: number;
  duplicate: number;
  /** Longest time that bytes are on their way, in milliseconds. */
  slowest: number;
}

export const FAIR: Weather = {
  isCut: false,
  refuse: 0,
  loseRequest: 0,
  loseAnswer: 0,
  cutAnswer: 0,
  silent: 0,
  duplicate: 0,
  slowest: 5,
};

/** An error as the sockets of the system have them. */
export const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Ends that Node is closing together, until they are closed in the order of their making; null where it is not. */
let closing: End[] | null = null;
let made = 0;

/**
 * Has Node close connections of a server as it does, but one after the other as they were made: it goes by where they lie
 * in memory, which no seed decides.
 */
export function closeInOrder(close: () => void): void {
  const together: End[] = [];
  closing = together;
  try {
    close();
  } finally {
    closing = null;
  }
  together.sort((one, other) => one.order - other.order);
  for (const each of together) each.destroy();
}

/** One end of a connection: what is written to it comes out of the other one, if the network lets it. */
export class End extends Duplex {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly actor: Actor | undefined;
  readonly sendOn: (bytes: Buffer | null) => void;
  readonly gone: () => void;
  readonly order = (made += 1);

  constructor(
    actor: Actor | undefined,
    address: string,
    port: number,
    sendOn: (bytes: Buffer | null) => void,
    gone: () => void,
  ) {
    super({ allowHalfOpen: true });
    this.actor = actor;
    this.remoteAddress = address;
    this.remotePort = port;
    this.sendOn = sendOn;
    this.gone = gone;
    this.on('error', () => undefined);
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  override destroy(error?: Error): this {
    if (!closing) return super.destroy(error);
    closing.push(this);
    return this;
  }

  /** Nothing is read any more. */
  freeParser(): void {
    const parser: unknown = Reflect.get(this, 'parser');
    if (parser instanceof Object) (Reflect.get(parser, 'close') as () => void).call(parser);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.sendOn(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.sendOn(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.gone();
    done(error);
  }
}

import type { Response } from 'express';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LiveMessage } from '#shared/protocol/sync.ts';
import { tooManyRequests } from '../auth/rate-limit.ts';
import { isConcerned, type Session } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { Pace } from './pace.ts';

const HEARTBEAT_MS = 15_000;
/** A desk that renews its token a little late keeps its channel. */
const GRACE_MS = 60_000;
/** A client that reads nothing is cut off; it asks again when it wakes. */
const MOST_UNREAD_BYTES = 64 * 1024;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Most channels of one session and of one user. A desk has one; where its line broke, the server may take the old one for
 * open still. So one too many ends the oldest: the new one is where somebody listens.
 */
export const MOST_CHANNELS = { session: 4, user: 100 } as const;
/** Of all connections: the rest is for calls. In all, one too many is refused, so that nobody's channel ends for a stranger's. */
const SHARE_OF_CONNECTIONS = 0.75;
const TRY_AGAIN_SECONDS = 60;

/**
 * Each desk that is told of a change asks for it. With many desks, and many changes, that would be the product of both: beyond
 * so many a second, changes are told together, to all desks in one wave. Desks that were told together ask for the same,
 * which is read once; in turns of their own, each would be read for alone. A wave begins with so many and goes on
 * with fewer at a time, so that those who save stand in no long line behind it. Thirty desks never wait.
 */
const TOLD_PER_SECOND = 1_000;
const TOLD_AFTER_REST = 400;
export const FIRST_OF_WAVE = 100;
const NEXT_OF_WAVE = 25;
const TURN_MS = 10;

interface Channel {
  session: Session;
  response: Response;
  expiry: NodeJS.Timeout;
  /** Where it was told that the log stands. */
  told: number;
}

/** The live channels of connected desks: each is told where the log stands, after commits. */
export class LiveChannels {
  readonly #channels = new Set<Channel>();
  readonly #pace = new Pace(TOLD_PER_SECOND, TOLD_AFTER_REST);
  /** Who is still to be told in the wave that is under way. */
  #wave: Channel[] = [];
  #turn: NodeJS.Timeout | undefined;
  /** By user, the oldest first. */
  readonly #ofUsers = new Map<string, Set<Channel>>();
  readonly #most: number;
  readonly #metrics: Services['metrics'];
  readonly #connected: Services['connected'];
  readonly #heartbeat: NodeJS.Timeout;
  readonly #stop: (() => void)[];
  #lastSeq = 0;
  #sending: NodeJS.Immediate | undefined;
  #isClosed = false;

  constructor(services: Services) {
    this.#metrics = services.metrics;
    this.#connected = services.connected;
    this.#most = Math.floor(services.configuration.maxConnections * SHARE_OF_CONNECTIONS);
    this.#heartbeat = setInterval(() => {
      for (const channel of this.#channels) say(channel, ':\n\n');
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
    this.#stop = [
      services.database.onAdvance((seq) => {
        this.#lastSeq = seq;
        this.#sendSoon();
      }),
      services.database.onPutBack((seq) => {
        this.#lastSeq = seq;
        // They were told more than there is, and would hear nothing until the log is past that. Each desk opens anew, and asks.
        for (const channel of this.#channels) this.#close(channel);
      }),
      services.sessions.onEnded(
        (ended) => {
          for (const channel of this.#channels) if (isConcerned(channel.session, ended)) this.#close(channel);
        },
        () => [...this.#channels].map(({ session }) => session),
      ),
    ];
    services.onClose(() => this.closeAll());
  }

  /**
   * Opens a channel; the desk hears at once where the log stands.
   * @throws PlainError `too-many-requests` where there are too many in all; `unavailable` while the server ends: nobody
   * would say anything on the channel, nor end it.
   */
  open(session: Session, response: Response, seq: number): void {
    if (this.#isClosed) throw new PlainError('unavailable', ENDING);
    // Gone while the session and the log were looked up: its end was said already, and the channel would have none.
    if (response.closed) return;
    this.#makeRoom(session);
    if (this.#channels.size >= this.#most) {
      throw tooManyRequests('Too many desks are connected to the server.', TRY_AGAIN_SECONDS);
    }
    const left = Math.min(session.tokenExpiresAt + GRACE_MS - Date.now(), LONGEST_TIMER_MS);
    const expiry = setTimeout(() => this.#close(channel), Math.max(0, left));
    expiry.unref();
    // The log may have advanced between the caller's look and now.
    const channel: Channel = { session, response, expiry, told: Math.max(seq, this.#lastSeq) };
    this.#channels.add(channel);
    const own = this.#ofUsers.get(session.user._id);
    if (own) own.add(channel);
    else this.#ofUsers.set(session.user._id, new Set([channel]));
    this.#connected.came(session.deskId);
    this.#metrics?.liveChannels.inc();
    response.on('close', () => this.#forget(channel));
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.write(message(channel.told));
  }

  #makeRoom(session: Session): void {
    const own = [...(this.#ofUsers.get(session.user._id) ?? [])];
    const ofSession = own.filter((each) => each.session.id === session.id);
    const [oldest] = own;
    if (ofSession[0] && ofSession.length >= MOST_CHANNELS.session) this.#close(ofSession[0]);
    else if (oldest && own.length >= MOST_CHANNELS.user) this.#close(oldest);
  }

  closeAll(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    clearImmediate(this.#sending);
    clearTimeout(this.#turn);
    for (const stop of this.#stop) stop();
    for (const channel of this.#channels) this.#close(channel);
  }

  /** After the answer to who wrote, which is made first; commits that follow at once are told as one. */
  #sendSoon(): void {
    if (this.#sending || this.#turn) return;
    this.#sending = setImmediate(() => {
      this.#sending = undefined;
      this.#sendNext();
    });
  }

  /** Tells the next part of the wave, or begins one where that may be, and goes on in a moment where not all are told. */
  #sendNext(): void {
    this.#turn = undefined;
    let most = NEXT_OF_WAVE;
    if (this.#wave.length === 0) {
      const behind = this.#behind();
      if (behind.length > 0 && this.#pace.take(behind.length)) this.#wave = behind;
      most = FIRST_OF_WAVE;
    }
    const text = message(this.#lastSeq);
    for (const channel of this.#wave.splice(0, most)) {
      if (!this.#channels.has(channel)) continue;
      channel.told = this.#lastSeq;
      say(channel, text);
    }
    // Where the log went on meanwhile, those who were told first are behind again.
    if (this.#wave.length === 0 && this.#behind().length === 0) return;
    this.#turn = setTimeout(() => this.#sendNext(), TURN_MS);
    this.#turn.unref();
  }

  #behind(): Channel[] {
    return [...this.#channels].filter(({ told }) => told < this.#lastSeq);
  }

  #close(channel: Channel): void {
    this.#forget(channel);
    channel.response.end();
  }

  #forget(channel: Channel): void {
    clearTimeout(channel.expiry);
    if (!this.#channels.delete(channel)) return;
    this.#connected.went(channel.session.deskId);
    this.#metrics?.liveChannels.dec();
    const userId = channel.session.user._id;
    const own = this.#ofUsers.get(userId);
    own?.delete(channel);
    if (own?.size === 0) this.#ofUsers.delete(userId);
  }
}

const ENDING = 'The server is being restarted. Try again in a moment.';

function say({ response }: Channel, text: string): void {
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  else response.write(text);
}

function message(seq: number): string {
  return `event: seq\ndata: ${JSON.stringify({ seq } satisfies LiveMessage)}\n\n`;
}

import type { Response } from 'express';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LiveMessage } from '#shared/protocol/sync.ts';
import { tooManyRequests } from '../auth/rate-limit.ts';
import { isConcerned, type Session } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { Waves } from './waves.ts';

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

interface Channel {
  session: Session;
  response: Response;
  expiry: NodeJS.Timeout;
}

/** The live channels of connected desks: each is told where the log stands, after commits. */
export class LiveChannels {
  readonly #channels = new Set<Channel>();
  readonly #waves = new Waves<Channel>((channel, seq) => say(channel, message(seq)));
  /** By user, the oldest first. */
  readonly #ofUsers = new Map<string, Set<Channel>>();
  readonly #most: number;
  readonly #metrics: Services['metrics'];
  readonly #connected: Services['connected'];
  readonly #heartbeat: NodeJS.Timeout;
  readonly #stop: (() => void)[];
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
      services.database.onAdvance((seq) => this.#waves.advanced(seq)),
      services.database.onPutBack((seq) => {
        this.#waves.putBack(seq);
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
    const channel: Channel = { session, response, expiry };
    this.#channels.add(channel);
    const told = this.#waves.add(channel, seq);
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
    response.write(message(told));
  }

  /** What a desk asked for was answered. Of a user one channel is waited for: nobody holds up the others with many. */
  answered({ id, user }: Session): void {
    const [oldest] = this.#ofUsers.get(user._id) ?? [];
    if (oldest?.session.id === id) this.#waves.answered(oldest);
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
    this.#waves.close();
    for (const stop of this.#stop) stop();
    for (const channel of this.#channels) this.#close(channel);
  }

  #close(channel: Channel): void {
    this.#forget(channel);
    channel.response.end();
  }

  #forget(channel: Channel): void {
    clearTimeout(channel.expiry);
    if (!this.#channels.delete(channel)) return;
    this.#waves.delete(channel);
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

import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { Transform } from 'node:stream';
import { PATHS } from '#shared/protocol/sync.ts';

/** What is said in the place of an answer of the server. */
type Change = (answer: Readonly<Record<string, unknown>>) => unknown;

/** A proxy before the server that can be made to behave like a bad network. */
export class WeakNetwork {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #cut = false;
  #silent = false;
  #slowPaths: ReadonlySet<string> = new Set();
  readonly #liveChannels = new Set<ServerResponse>();
  readonly #held: (() => void)[] = [];
  #cutPaths: ReadonlySet<string> = new Set();
  #mostBytes = Infinity;
  #breaksOff = false;
  #mostAnswered = Infinity;
  /** Answers that were cut off because they were larger. */
  cutAnswers = 0;
  #drops: { path: string; left: number }[] = [];
  #changes: { path: string; change: Change } | null = null;
  /** Paths of the calls that came through. */
  readonly calls: string[] = [];
  #live: { seq: number; ends: boolean } | null = null;
  /** What it has said on live channels in the server's place. */
  said = 0;
  #spoilt: string | null = null;
  #failing: string | null = null;
  #noMore: string | null = null;
  #failingAt: { path: string; part: string } | null = null;
  #heldAfter: { part: string; left: number } | null = null;
  #cutLater: { part: string; count: number } | null = null;
  /** Bodies that were too large for it. */
  refusedBodies = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));
    this.#server.on('connection', (socket) => {
      if (this.#cut) socket.destroy();
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async before(target: string): Promise<WeakNetwork> {
    const network = new WeakNetwork(target);
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Breaks every connection, and each new one, until `mend`; with paths, only new calls of these. */
  cut(paths?: readonly string[]): void {
    if (paths) {
      // Other calls keep their connections: one that ends under a call that may pass would fail it.
      this.#cutPaths = new Set(paths);
      return;
    }
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Is cut when so many calls of paths with this part have come. */
  cutAt(part: string, count: number): void {
    this.#cutLater = { part, count };
  }

  /** Takes every new call and answers none, until `mend`. */
  fallSilent(): void {
    this.#silent = true;
  }

  /** New calls of these paths come through at `mend`. */
  holdBack(paths: readonly string[]): void {
    this.#slowPaths = new Set(paths);
  }

  /** Of the calls of paths with this part so many come through, and all others at `mend`. */
  holdBackAfter(part: string, through: number): void {
    this.#heldAfter = { part, left: through };
  }

  /** @param newestFirst of what was held back, the last call comes through first */
  mend({ newestFirst = false } = {}): void {
    this.#cut = false;
    this.#silent = false;
    this.#slowPaths = new Set();
    this.#heldAfter = null;
    const held = this.#held.splice(0);
    for (const pass of newestFirst ? held.toReversed() : held) pass();
    this.#cutPaths = new Set();
    this.#changes = null;
    this.#failing = null;
    this.#noMore = null;
    this.#failingAt = null;
  }

  /** What the server answers to calls of the path comes through as something else, until `mend`. */
  changeAnswers(path: string, change: Change): void {
    this.#changes = { path, change };
  }

  /** In the place of the server it says of calls of the path that something went wrong, until `mend`. */
  failCalls(path: string): void {
    this.#failing = path;
  }

  /** The same, where it takes no more of them for now. */
  refuseMore(path: string): void {
    this.#noMore = path;
  }

  /** As `failCalls`, of those calls of the path whose body has this part. */
  failCallsWith(path: string, part: string): void {
    this.#failingAt = { path, part };
  }

  /** The server does what the next calls of the path ask, and its answers get lost. */
  loseAnswers(path: string, count: number): void {
    this.#drops.push({ path, left: count });
  }

  /** From now on, answers of paths with this part come with one byte changed. */
  spoilAnswers(part: string): void {
    this.#spoilt = part;
  }

  /**
   * Lets no larger body through, as a proxy does: it answers with a page of its own, or breaks off where `breaksOff`.
   */
  limitBodies(mostBytes: number, breaksOff = false): void {
    this.#mostBytes = mostBytes;
    this.#breaksOff = breaksOff;
  }

  /** Of larger answers so much comes through before the line is cut. */
  limitAnswers(mostBytes: number): void {
    this.#mostAnswered = mostBytes;
  }

  /**
   * In the place of the server it says on the live channel that the log stands at `seq`: once, and ends, or again and
   * again without end.
   */
  saysOnLive(seq: number, ends: boolean): void {
    this.#live = { seq, ends };
    for (const socket of this.#sockets) socket.destroy();
  }

  /** In the place of the server it says so on the live channels that are open, which then go on with what the server says. Gives whether there are any. */
  saysOnceOnLive(seq: number): boolean {
    for (const outgoing of this.#liveChannels) outgoing.write(messageOf(seq));
    return this.#liveChannels.size > 0;
  }

  /** Nobody listens at its address any more. */
  async close(): Promise<void> {
    this.cut();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #say({ seq, ends }: { seq: number; ends: boolean }, outgoing: ServerResponse): void {
    const say = (): void => {
      this.said += 1;
      outgoing.write(messageOf(seq));
    };
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
    say();
    if (ends) return void outgoing.end();
    const saying = setInterval(say, 1);
    outgoing.on('close', () => clearInterval(saying));
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = pathOf(incoming);
    this.calls.push(path);
    if (this.#silent) return;
    if (this.#cutLater && path.includes(this.#cutLater.part) && --this.#cutLater.count === 0) {
      this.#cutLater = null;
      this.cut();
      return;
    }
    const isHeld =
      this.#heldAfter !== null && path.includes(this.#heldAfter.part) && this.#heldAfter.left-- <= 0;
    if (isHeld || this.#slowPaths.has(path)) {
      this.#held.push(() => this.#pass(incoming, outgoing));
      return;
    }
    if (this.#failing === path) {
      incoming.resume();
      fail(outgoing);
      return;
    }
    if (this.#noMore === path) {
      incoming.resume();
      outgoing.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '3600' });
      outgoing.end(JSON.stringify({ code: 'too-many-requests', error: 'So much was saved. Wait an hour.' }));
      return;
    }
    if (this.#failingAt?.path === path) {
      const { part } = this.#failingAt;
      void text(incoming).then((body) => {
        if (body.includes(part)) fail(outgoing);
        else this.#forward(incoming, outgoing, body);
      });
      return;
    }
    if (this.#cutPaths.has(path)) {
      incoming.socket.destroy();
      return;
    }
    if (this.#live && path === PATHS.live) return this.#say(this.#live, outgoing);
    const drop = this.#drops.find((each) => each.path === path && each.left > 0);
    if (drop) drop.left -= 1;
    if (Number(incoming.headers['content-length'] ?? 0) > this.#mostBytes) {
      this.refusedBodies += 1;
      if (this.#breaksOff) return void incoming.socket.destroy();
      incoming.resume();
      outgoing.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>');
      return;
    }
    this.#forward(incoming, outgoing, null, drop !== undefined);
  }

  /** @param body what was read of the call already; null to be read on the way */
  #forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: string | null,
    isAnswerLost = false,
  ): void {
    const path = pathOf(incoming);
    const { hostname, port } = this.#target;
    const { url, method, headers } = incoming;
    const passed = request({ hostname, port, path: url, method, headers, agent: false }, (answer) => {
      if (isAnswerLost) {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      if (this.#changes?.path === path && answer.statusCode === 200)
        return void sendChanged(answer, this.#changes.change, outgoing);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (path === PATHS.live) this.#liveChannels.add(outgoing);
      answer.on('error', () => outgoing.destroy());
      if (Number(answer.headers['content-length'] ?? 0) > this.#mostAnswered) {
        this.cutAnswers += 1;
        answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, this.#mostAnswered), () => incoming.socket.destroy());
        });
      } else if (this.#spoilt !== null && path.includes(this.#spoilt)) answer.pipe(spoiling()).pipe(outgoing);
      else answer.pipe(outgoing);
    });
    passed.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => {
      this.#liveChannels.delete(outgoing);
      passed.destroy();
    });
    if (body === null) incoming.pipe(passed);
    else passed.end(body);
  }
}

function fail(outgoing: ServerResponse): void {
  const failed = { error: 'Something went wrong on the server. Try again.', code: 'internal' };
  outgoing.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(failed));
}

async function sendChanged(answer: IncomingMessage, change: Change, outgoing: ServerResponse): Promise<void> {
  const whole = (await json(answer)) as Parameters<Change>[0];
  outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(change(whole)));
}

/** Changes one byte of the first that comes by. */
function spoiling(): Transform {
  let isSpoilt = false;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (!isSpoilt) chunk[chunk.length >> 1] = (chunk[chunk.length >> 1] ?? 0) ^ 0xff;
      isSpoilt = true;
      done(null, chunk);
    },
  });
}

const messageOf = (seq: number): string => `event: seq\ndata: ${JSON.stringify({ seq })}\n\n`;

/** How far a pull asks is no part of what it is known by here; for what a file is asked is. */
const pathOf = ({ url = '/' }: IncomingMessage): string =>
  url.startsWith(`${PATHS.pull}?`) ? PATHS.pull : url;

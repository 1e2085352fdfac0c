import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import {
  PATHS,
  PROTOCOL_VERSION,
  type LoginResponse,
  type PullResponse,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import type { WorkOperation } from '../tests/office/day-of-work.ts';

/** What one desk saw: milliseconds, on the clock of this process. */
export interface DeskTimes {
  pushes: { sent: number; answered: number; seq: number }[];
  heard: { at: number; seq: number }[];
  pulls: number;
  /** Calls that the server could not answer just then, and that were made again. */
  refused: number;
}

interface Asked {
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** As a desk waits. */
const TRY_AGAIN_MS = 1_000;

/** Of all desks. By Node's own client: `fetch` takes about twice the processor, which the server has to share. */
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** A desk as the server sees one: signed in, listening on its live channel, pulling when the log advances. */
export class OfficeDesk {
  readonly times: DeskTimes = { pushes: [], heard: [], pulls: 0, refused: 0 };
  readonly #url: string;
  readonly #id = randomUUID();
  readonly #ended = new AbortController();
  #token = '';
  #cursor: string | null = null;
  #seq = 0;
  /** As far as it was told that the log goes. */
  #told = 0;
  #pulling: Promise<void> | undefined;
  #again = false;

  constructor(url: string) {
    this.#url = url;
  }

  async open(email: string, password: string): Promise<void> {
    const desk = { id: this.#id, name: 'bench' };
    this.#token = (await this.#call<LoginResponse>(PATHS.login, { email, password, desk })).token;
    await this.#pullAll();
    const response = await this.#ask('GET', PATHS.live, { signal: this.#ended.signal });
    if (response.statusCode !== 200) throw new Error(`No live channel: ${response.statusCode}`);
    void this.#listen(response);
  }

  /** Pushes one change, as a user's save does. */
  async push(work: WorkOperation): Promise<void> {
    const sent = performance.now();
    const operation = { id: randomUUID(), base: this.#seq, ...work };
    const { results } = await this.#call<PushResponse>(PATHS.push, {
      protocol: PROTOCOL_VERSION,
      operations: [operation],
    });
    const [result] = results;
    if (result?.status !== 'applied') throw new Error(`Refused: ${JSON.stringify(result)}`);
    this.times.pushes.push({ sent, answered: performance.now(), seq: result.seq });
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#pulling;
  }

  async #listen(response: IncomingMessage): Promise<void> {
    try {
      for await (const chunk of response.setEncoding('utf8')) {
        for (const [, seq] of String(chunk).matchAll(/"seq":(\d+)/g)) {
          this.#told = Number(seq);
          this.times.heard.push({ at: performance.now(), seq: this.#told });
        }
        this.#again = true;
        this.#pulling ??= this.#pullWhileNews().finally(() => (this.#pulling = undefined));
      }
    } catch (error) {
      if (!this.#ended.signal.aborted) throw error;
    }
  }

  async #pullWhileNews(): Promise<void> {
    while (this.#again && !this.#ended.signal.aborted) {
      this.#again = false;
      await this.#pullAll();
    }
  }

  async #pullAll(): Promise<void> {
    for (;;) {
      const page: PullResponse = await this.#call<PullResponse>(`${PATHS.pull}?upTo=${this.#told}`, {
        protocol: PROTOCOL_VERSION,
        cursor: this.#cursor,
      });
      if (page.status !== 'page') throw new Error('The server wants a resync');
      this.#cursor = page.cursor;
      this.#seq = page.seq;
      this.times.pulls += 1;
      if (!page.more) return;
    }
  }

  async #call<Answer>(path: string, body: unknown): Promise<Answer> {
    const response = await this.#ask('POST', path, { body: JSON.stringify(body) });
    const answer = await text(response);
    if (response.statusCode === 503 && !this.#ended.signal.aborted) {
      this.times.refused += 1;
      await after(TRY_AGAIN_MS);
      return this.#call(path, body);
    }
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${answer}`);
    return JSON.parse(answer) as Answer;
  }

  async #ask(method: string, path: string, asked: Asked): Promise<IncomingMessage> {
    for (;;) {
      try {
        return await this.#askOnce(method, path, asked);
      } catch (error) {
        // An operation that is sent twice is done once.
        if (!(error instanceof ClosedMeanwhile)) throw error;
      }
    }
  }

  #askOnce(method: string, path: string, { body, signal }: Asked): Promise<IncomingMessage> {
    const headers = {
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
    };
    return new Promise((answered, failed) => {
      const asked = request(
        this.#url + path,
        { method, headers, agent, ...(signal && { signal }) },
        answered,
      );
      asked.on('error', (error: NodeJS.ErrnoException) =>
        failed(asked.reusedSocket && error.code === 'ECONNRESET' ? new ClosedMeanwhile() : error),
      );
      asked.end(body);
    });
  }
}

/** The server had just closed the connection that was used again. */
class ClosedMeanwhile extends Error {}

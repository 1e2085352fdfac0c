import { randomUUID } from 'node:crypto';
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
}

/** A desk as the server sees one: signed in, listening on its live channel, pulling when the log advances. */
export class OfficeDesk {
  readonly times: DeskTimes = { pushes: [], heard: [], pulls: 0 };
  readonly #url: string;
  readonly #id = randomUUID();
  readonly #ended = new AbortController();
  #token = '';
  #cursor: string | null = null;
  #seq = 0;
  #pulling: Promise<void> | undefined;
  #again = false;

  constructor(url: string) {
    this.#url = url;
  }

  async open(email: string, password: string): Promise<void> {
    const desk = { id: this.#id, name: 'bench' };
    this.#token = (await this.#call<LoginResponse>(PATHS.login, { email, password, desk })).token;
    await this.#pullAll();
    const response = await fetch(this.#url + PATHS.live, {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: this.#ended.signal,
    });
    if (!response.ok || !response.body) throw new Error(`No live channel: ${response.status}`);
    void this.#listen(response.body);
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

  async #listen(stream: NonNullable<Response['body']>): Promise<void> {
    try {
      for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
        for (const [, seq] of chunk.matchAll(/"seq":(\d+)/g)) {
          this.times.heard.push({ at: performance.now(), seq: Number(seq) });
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
      const page: PullResponse = await this.#call<PullResponse>(PATHS.pull, {
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
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}

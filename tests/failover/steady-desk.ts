import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { Listening, POLL_WITHOUT_CHANNEL_MS } from '../../electron/desk/sync/listening.ts';
import { retryWait } from '../../electron/desk/sync/retry-wait.ts';
import { logIn, ServerAccess } from '../../electron/desk/server/server-access.ts';
import { isPassing, ServerConnection } from '../../electron/desk/server/server-connection.ts';
import {
  PATHS,
  PROTOCOL_VERSION,
  type EntityChecksum,
  type ChecksumResponse,
  type Operation,
  type PullResponse,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import type { WorkOperation } from '../office/day-of-work.ts';

/** What the server has acknowledged. */
export interface Acknowledged {
  id: string;
  recordId: string;
  seq: number;
  /** Milliseconds on the clock of this process. */
  savedAt: number;
  at: number;
}

/**
 * A desk of the load: the real connection, session and live channel of the desk, with an outbox and a copy that hold no
 * more than numbers, so that two hundred of them have room. What passes it tries again as a desk does; anything that
 * would need a person is in `troubles`.
 */
export class SteadyDesk {
  readonly id = randomUUID();
  readonly acknowledged: Acknowledged[] = [];
  readonly troubles: string[] = [];
  /** What passed, and when: by it a long wait is understood. */
  readonly passed: { at: number; what: string }[] = [];
  readonly #connection: ServerConnection;
  readonly #rows = new Map<string, Map<string, number>>();
  readonly #waiting: { operation: Operation; savedAt: number }[] = [];
  #access: ServerAccess | undefined;
  #listening: Listening | undefined;
  readonly #over = new AbortController();
  #cursor: string | null = null;
  #receipt: string | undefined;
  #seq = 0;
  #news = true;
  #failures = 0;
  #rouse: (() => void) | undefined;
  #running: Promise<void> | undefined;

  constructor(urls: readonly string[]) {
    const [url = '', ...others] = urls;
    this.#connection = new ServerConnection(url, { others });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async open(email: string, password: string): Promise<void> {
    const desk = { id: this.id, name: 'failover' };
    const answer = await logIn(this.#connection, { email, password, desk }, () => undefined);
    this.#access = new ServerAccess(
      {
        connection: this.#connection,
        desk,
        credentials: { email },
        receipt: () => this.#receipt,
        onRenewed: () => Promise.resolve(),
      },
      answer,
    );
    this.#listening = new Listening(this.#access, this.#over.signal, {
      onSeq: (seq) => {
        if (seq > this.#seq) this.#askAnew();
      },
      onEnd: () => (this.#news = true),
      rouse: () => this.#askAnew(),
    });
    await this.#pull(this.#access);
    this.#running = this.#run(this.#access, this.#listening);
  }

  save(...works: readonly WorkOperation[]): void {
    for (const work of works)
      this.#waiting.push({
        operation: { id: randomUUID(), base: this.#seq, ...work },
        savedAt: performance.now(),
      });
    this.#rouse?.();
  }

  async close(): Promise<void> {
    this.#over.abort();
    this.#listening?.close();
    this.#rouse?.();
    await this.#running;
  }

  /** The records of a kind that it has. */
  idsOf(entity: string): string[] {
    return [...(this.#rows.get(entity)?.keys() ?? [])];
  }

  /** Where what the desk has is not what the server counts for it. */
  async differences(): Promise<string[]> {
    if (!this.#access) return ['it was never opened'];
    const { entities } = await this.#access.call<ChecksumResponse>(PATHS.checksum, { method: 'GET' });
    return [...new Set([...Object.keys(entities), ...this.#rows.keys()])].flatMap((entity) => {
      const own = this.#rows.get(entity) ?? new Map<string, number>();
      const counted = { count: own.size, seqSum: [...own.values()].reduce((sum, seq) => sum + seq, 0) };
      const { count = 0, seqSum = 0 } = (entities as Record<string, EntityChecksum>)[entity] ?? {};
      return counted.count === count && counted.seqSum === seqSum
        ? []
        : [`${entity}: ${JSON.stringify(counted)} here, ${JSON.stringify({ count, seqSum })} there`];
    });
  }

  async #run(access: ServerAccess, listening: Listening): Promise<void> {
    while (!this.#over.signal.aborted) {
      try {
        while (this.#waiting.length > 0) await this.#push(access);
        if (this.#news || !listening.hasChannel) await this.#pull(access);
        listening.open();
        this.#failures = 0;
        if (this.#waiting.length === 0 && !this.#news) await this.#roused(POLL_WITHOUT_CHANNEL_MS);
      } catch (error) {
        if (!isPassing(error)) this.troubles.push(String(error));
        this.passed.push({ at: performance.now(), what: `${String(error)} ${causeOf(error)}` });
        // As a desk does: whoever tries again is not roused by what is saved meanwhile.
        await after(retryWait(this.#failures));
        this.#failures += 1;
      }
    }
  }

  #askAnew(): void {
    this.#news = true;
    this.#rouse?.();
  }

  async #roused(most: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, most);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#rouse = undefined;
  }

  async #push(access: ServerAccess): Promise<void> {
    const sent = [...this.#waiting];
    const { results, receipt } = await access.call<PushResponse>(PATHS.push, {
      body: {
        protocol: PROTOCOL_VERSION,
        operations: sent.map(({ operation }) => operation),
        ...this.#shown(),
      },
    });
    const at = performance.now();
    for (const [number, { operation, savedAt }] of sent.entries()) {
      const result = results[number];
      if (result?.status === 'applied')
        this.acknowledged.push({
          id: operation.id,
          recordId: operation.recordId,
          seq: result.seq,
          savedAt,
          at,
        });
      else this.troubles.push(JSON.stringify(result));
    }
    this.#waiting.splice(0, sent.length);
    this.#receipt = receipt;
  }

  async #pull(access: ServerAccess): Promise<void> {
    this.#news = false;
    for (let more = true; more;) {
      let page: PullResponse;
      try {
        page = await access.call<PullResponse>(PATHS.pull, {
          body: { protocol: PROTOCOL_VERSION, cursor: this.#cursor, ...this.#shown() },
        });
      } catch (error) {
        this.#news = true;
        throw error;
      }
      if (page.status !== 'page') {
        this.troubles.push(`resync: ${page.reason}`);
        return;
      }
      this.#take(page);
      ({ more } = page);
    }
  }

  #take(page: PullResponse & { status: 'page' }): void {
    for (const { entity, columns, rows } of page.rows) {
      const own = this.#rows.get(entity) ?? new Map<string, number>();
      this.#rows.set(entity, own);
      const [id, seq] = [columns.indexOf('_id'), columns.indexOf('_seq')];
      for (const row of rows) own.set(String(row[id]), Number(row[seq]));
    }
    for (const { entity, ids } of page.gone) for (const id of ids) this.#rows.get(entity)?.delete(id);
    this.#cursor = page.cursor;
    this.#seq = page.seq;
    this.#receipt = page.receipt;
  }

  #shown(): { receipt?: string } {
    return this.#receipt === undefined ? {} : { receipt: this.#receipt };
  }
}

/** Why the network failed, as its library says. */
function causeOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined
    ? `(${error.cause instanceof Error ? error.cause.message : typeof error.cause} ${causeOf(error.cause)})`
    : '';
}

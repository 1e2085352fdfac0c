import { ComparedClock } from './compared-clock.ts';
import type { OutboxMeta } from './outbox-meta.ts';
import type { ReceiptFile } from './receipt-file.ts';

/** What each answer of the server brings with it. */
export interface Heard {
  /** Where its log stood. */
  seq: number;
  receipt: string;
  /** ISO time of the server. */
  at: string;
}

/** The server's time is noted anew when it is so much later, or at another place of its log. */
const NOTED_EVERY_MS = 60_000;

/**
 * The part of the outbox that remembers the server: which history of its data this desk's changes went to, and its
 * clock. It must outlive the cache, or a desk whose cache was wiped would not notice that the server lost its work.
 */
export class ServerMemory {
  readonly #meta: OutboxMeta;
  readonly #receiptFile: ReceiptFile;
  readonly clock = new ComparedClock();

  constructor(meta: OutboxMeta, receiptFile: ReceiptFile) {
    this.#meta = meta;
    this.#receiptFile = receiptFile;
    const { receipt = null } = this;
    if (receiptFile.read() !== (receipt ?? undefined)) receiptFile.write(receipt);
  }

  /** The newest receipt; shown to the server with each push and pull. */
  get receipt(): string | undefined {
    return this.#meta.read('receipt');
  }

  /** ISO time that the server last gave. */
  get time(): string | undefined {
    return this.#meta.read('serverTime');
  }

  /** The number of the last operation that was made before the server was put back to an older state. */
  get againUpTo(): number {
    return Number(this.#meta.read('againUpTo') ?? 0);
  }

  /** Whether the answer says anything that is not known yet. */
  isNews({ seq, at }: Heard): boolean {
    const { time } = this;
    return (
      this.#isNewer(seq) || time === undefined || Math.abs(Date.parse(at) - Date.parse(time)) > NOTED_EVERY_MS
    );
  }

  /** Keeps what an answer brought; within the transaction of what else it said. */
  heard({ seq, receipt, at }: Heard): void {
    this.#meta.write('serverTime', at);
    // A page of a first sync is older than what was acknowledged already.
    if (!this.#isNewer(seq)) return;
    this.#meta.write('receipt', receipt);
    this.#receiptFile.write(receipt);
    this.#meta.write('receiptSeq', String(seq));
  }

  /** The server is not what it was: its receipts are worth nothing, and what was made so far is offered again. */
  forgetHistory(lastNumber: number): void {
    this.#meta.write('receipt', null);
    this.#receiptFile.write(null);
    this.#meta.write('receiptSeq', null);
    this.#meta.write('againUpTo', String(lastNumber));
  }

  #isNewer(seq: number): boolean {
    const known = this.#meta.read('receiptSeq');
    return known === undefined || seq > Number(known);
  }
}

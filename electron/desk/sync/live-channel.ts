import { createParser } from 'eventsource-parser';
import { PATHS, type LiveMessage } from '#shared/protocol/sync.ts';
import type { ServerAccess } from '../server/server-access.ts';

/** The server sends a sign of life more often than this. */
const SILENCE_MS = 40_000;
/** What it says has some thirty characters. */
const LONGEST_MESSAGE = 4_096;

/** The stream on which the server says that its log advanced. One channel is opened once; after its end, a new one is made. */
export class LiveChannel {
  readonly #abort = new AbortController();
  readonly #onSeq: (seq: number) => void;
  readonly #onEnd: (error: unknown) => void;
  #silence: NodeJS.Timeout | undefined;
  #ended = false;

  /** `onEnd` hears what ended the channel: nothing where the server closed it in good order. */
  constructor(access: ServerAccess, onSeq: (seq: number) => void, onEnd: (error: unknown) => void) {
    this.#onSeq = onSeq;
    this.#onEnd = onEnd;
    this.#read(access).then(
      () => this.#end(undefined),
      (error: unknown) => this.#end(error),
    );
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#silence);
    this.#abort.abort();
  }

  async #read(access: ServerAccess): Promise<void> {
    this.#heard();
    const stream = await access.stream(PATHS.live, this.#abort.signal);
    const decoder = new TextDecoder();
    // What the parser passes over it does not keep; a channel that says nothing else is no channel of ours.
    let sinceMessage = 0;
    const understood = (): void => void (sinceMessage = 0);
    const parser = createParser({
      onComment: understood,
      onEvent: ({ data }) => {
        understood();
        this.#receive(data);
      },
    });
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#heard();
      const text = decoder.decode(value, { stream: true });
      sinceMessage += text.length;
      parser.feed(text);
      if (sinceMessage > LONGEST_MESSAGE) {
        this.#abort.abort();
        throw new Error('The live channel says more than it has to say');
      }
    }
  }

  #receive(data: string): void {
    const { seq } = JSON.parse(data) as LiveMessage;
    if (typeof seq === 'number' && !this.#ended) this.#onSeq(seq);
  }

  #heard(): void {
    clearTimeout(this.#silence);
    if (!this.#ended) this.#silence = setTimeout(() => this.#abort.abort(), SILENCE_MS);
  }

  #end(error: unknown): void {
    clearTimeout(this.#silence);
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(error);
  }
}

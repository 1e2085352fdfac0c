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
    const parser = createParser({
      maxBufferSize: LONGEST_MESSAGE,
      onEvent: ({ data }) => this.#receive(data),
      onError: (error) => {
        // Anything else that is not understood is passed over, as the standard has it.
        if (error.type === 'max-buffer-size-exceeded') this.#abort.abort(error);
      },
    });
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#heard();
      parser.feed(decoder.decode(value, { stream: true }));
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

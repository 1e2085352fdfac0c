import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The way to a database, which can be cut and mended, and on which nothing comes through any more without a word. */
export class Way {
  readonly #to: URL;
  readonly #open = new Map<Socket, Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(to: string) {
    this.#to = new URL(to);
  }

  get url(): string {
    const url = new URL(this.#to);
    url.port = String(this.#port);
    return url.href;
  }

  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(Number(this.#to.port), this.#to.hostname);
      this.#open.set(near, far);
      for (const socket of [near, far]) socket.on('error', () => undefined);
      near.once('close', () => this.#open.delete(near));
      near.pipe(far).pipe(near);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#server?.close();
    for (const [near, far] of this.#open) {
      near.destroy();
      far.destroy();
    }
  }

  /** As where a machine has no power any more: what is open now stays open and nothing comes through; what is new does. */
  silence(): void {
    for (const [near, far] of this.#open) {
      near.unpipe(far);
      far.unpipe(near);
      for (const socket of [near, far]) {
        socket.removeAllListeners('end');
        socket.resume();
      }
    }
  }
}

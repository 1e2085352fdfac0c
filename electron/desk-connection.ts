import { DESK_ENGINE_FLAGS } from './desk-flags.ts';
import { MessageChannelMain, utilityProcess, type BrowserWindow, type UtilityProcess } from 'electron';
import { isAppAddress } from './app-protocol.ts';
import { answerDesk, deskToMainSchema, type HostAbilities, type MainToDesk } from './ipc.ts';
import { endGently, readOutput } from './utility-process.ts';

export type OpenDesk = Extract<MainToDesk, { type: 'open' }>;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * The desk's process, as main holds it: starts it, starts it anew after a crash, gives each page load a port to it,
 * and does for it what only main can do.
 */
export class DeskConnection {
  readonly #module: string;
  readonly #options: Promise<OpenDesk>;
  readonly #host: HostAbilities;
  readonly #report: (line: string) => void;
  #child: UtilityProcess | undefined;
  #opened = false;
  #stopping = false;
  #wait = FIRST_WAIT_MS;
  #timer: NodeJS.Timeout | undefined;
  readonly #pages = new Set<BrowserWindow>();

  /** @param options what the desk opens with; it may come later than the first page, which then waits. */
  constructor(
    module: string,
    options: Promise<OpenDesk>,
    host: HostAbilities,
    report: (line: string) => void,
  ) {
    this.#module = module;
    this.#options = options;
    this.#host = host;
    this.#report = report;
    this.#start();
  }

  /** Gives the page now in the window a port of its own to the desk, if the page is ours. */
  connect(window: BrowserWindow): void {
    if (!this.#pages.has(window)) {
      this.#pages.add(window);
      window.once('closed', () => this.#pages.delete(window));
    }
    const child = this.#child;
    if (!child || !this.#opened || window.isDestroyed()) return;
    const frame = window.webContents.mainFrame;
    if (!isAppAddress(frame.url)) return;
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage({ type: 'page' } satisfies MainToDesk, [port1]);
    frame.postMessage('bridge-port', null, [port2]);
  }

  /** Closes the desk and waits for its process to have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    if (this.#child) await endGently(this.#child);
  }

  #start(): void {
    const child = utilityProcess.fork(this.#module, [], {
      serviceName: 'Desk',
      stdio: 'pipe',
      execArgv: [...DESK_ENGINE_FLAGS],
    });
    this.#child = child;
    this.#opened = false;
    readOutput(child, (text) => this.#report(text.trimEnd()));
    child.on('message', (data: unknown) => void this.#receive(child, data));
    child.once('exit', (code) => this.#restart(code));
    this.#options.then(
      (options) => {
        if (this.#child !== child) return;
        child.postMessage(options);
        this.#opened = true;
        for (const window of this.#pages) this.connect(window);
      },
      // Whoever made the options reports why there are none.
      () => undefined,
    );
  }

  async #receive(child: UtilityProcess, data: unknown): Promise<void> {
    const message = deskToMainSchema.safeParse(data);
    if (!message.success) {
      this.#report('The desk sent a message that main does not know.');
      return;
    }
    if (message.data.type === 'ready') this.#wait = FIRST_WAIT_MS;
    if (message.data.type === 'failed') child.kill();
    const answer = await answerDesk(message.data, this.#host);
    if (answer && child === this.#child) child.postMessage(answer);
  }

  #restart(code: number): void {
    this.#child = undefined;
    if (this.#stopping) return;
    this.#report(`The desk ended (${code}); it starts again in ${this.#wait} ms.`);
    this.#timer = setTimeout(() => this.#start(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }
}

import { DESK_ENGINE_FLAGS } from './engine-flags.ts';
import { MessageChannelMain, utilityProcess, type BrowserWindow, type UtilityProcess } from 'electron';
import { isAppAddress } from './app-protocol.ts';
import { ASK_EVERY_MS, HangWatch } from './hang-watch.ts';
import { answerDesk, deskToMainSchema, type HostAbilities, type MainToDesk } from './ipc.ts';
import { RestartWait } from './restart-wait.ts';
import { endAtOnce, endGently, readOutput } from './utility-process.ts';

/** So many times in a row a desk that cannot open its data is tried: a process before it may be about to end. */
const MOST_FAILURES = 3;

export type OpenDesk = Extract<MainToDesk, { type: 'open' }>;

/**
 * The desk's process, as main holds it: starts it, starts it anew after a crash or when it hangs, gives each page load
 * a port to it, tells the pages when it is lost, and does for it what only main can do.
 */
export class DeskConnection {
  readonly #module: string;
  readonly #options: () => Promise<OpenDesk>;
  readonly #host: (window: BrowserWindow | undefined) => HostAbilities;
  readonly #report: (line: string) => void;
  readonly #onCannotOpen: (why: string) => void;
  readonly #onStarted: () => void;
  #failures = 0;
  #child: UtilityProcess | undefined;
  #opened = false;
  #stopping = false;
  #startedAt = 0;
  readonly #wait = new RestartWait();
  readonly #hang = new HangWatch();
  readonly #asking: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  readonly #pages = new Set<BrowserWindow>();

  /**
   * @param options what the desk opens with, asked at each start of it; it may come later than the first page, which then waits.
   * @param host what main does for a page, in its window; undefined where no page asked.
   * @param onStarted hears that a desk has what to open with; what is told then it hears before any page.
   * @param onCannotOpen hears, as a sentence, why the desk cannot open its data; it is not tried any more.
   */
  constructor(
    module: string,
    options: () => Promise<OpenDesk>,
    host: (window: BrowserWindow | undefined) => HostAbilities,
    report: (line: string) => void,
    onStarted: () => void,
    onCannotOpen: (why: string) => void,
  ) {
    this.#module = module;
    this.#options = options;
    this.#host = host;
    this.#report = report;
    this.#onStarted = onStarted;
    this.#onCannotOpen = onCannotOpen;
    this.#asking = setInterval(() => this.#askForLife(), ASK_EVERY_MS);
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
    const { id: page } = window.webContents;
    child.postMessage({ type: 'page', page } satisfies MainToDesk, [port1]);
    frame.postMessage('bridge-port', null, [port2]);
  }

  /** Tells the desk what happened on the PC; one that is just starting learns it by itself. */
  tell(message: Extract<MainToDesk, { type: 'happened' | 'reminded' | 'server-moved' }>): void {
    this.#child?.postMessage(message);
  }

  /** Closes the desk and waits for its process to have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    clearInterval(this.#asking);
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
    this.#startedAt = performance.now();
    this.#hang.started();
    readOutput(child, (text) => this.#report(text.trimEnd()));
    child.on('message', (data: unknown) => void this.#receive(child, data));
    child.once('exit', (code) => this.#restart(code));
    this.#options().then(
      (options) => {
        if (this.#child !== child) return;
        child.postMessage(options);
        this.#opened = true;
        this.#onStarted();
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
    // Its data is open: from here on a silence is one.
    const isAlive = message.data.type === 'alive' || message.data.type === 'ready';
    if (isAlive && child === this.#child) this.#hang.answered();
    if (message.data.type === 'ready') this.#failures = 0;
    if (message.data.type === 'failed') this.#failed(child, message.data.message);
    const page = message.data.type === 'ask' ? message.data.page : null;
    const answer = await answerDesk(message.data, this.#host(this.#windowOf(page)));
    if (answer && child === this.#child) child.postMessage(answer);
  }

  #windowOf(page: number | null): BrowserWindow | undefined {
    return [...this.#pages].find((window) => !window.isDestroyed() && window.webContents.id === page);
  }

  #failed(child: UtilityProcess, why: string): void {
    child.kill();
    this.#failures += 1;
    if (this.#failures < MOST_FAILURES || this.#stopping) return;
    this.#stopping = true;
    this.#onCannotOpen(why);
  }

  /** A process that waits for its options is not asked: it has nothing to do yet. */
  #askForLife(): void {
    const child = this.#child;
    if (!child || !this.#opened) return;
    if (this.#hang.isHung()) {
      this.#report('The desk has not answered for a long time; it is ended and started again.');
      endAtOnce(child.pid);
    } else {
      child.postMessage({ type: 'are-you-there' } satisfies MainToDesk);
    }
  }

  #restart(code: number): void {
    this.#child = undefined;
    if (this.#stopping) return;
    for (const window of this.#pages) {
      if (!window.isDestroyed()) window.webContents.send('bridge-lost');
    }
    const wait = this.#wait.after(performance.now() - this.#startedAt);
    this.#report(`The desk ended (${code}); it starts again in ${wait} ms.`);
    this.#timer = setTimeout(() => this.#start(), wait);
  }
}

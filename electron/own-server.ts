import { z } from 'zod';
import type { NetworkStanding } from '#shared/protocol/network-calls.ts';
import type { EmbeddedServer, EmbeddedServerOptions, ServerQuestion } from './embedded-server.ts';
import { freePortFrom, isFreePort } from './free-port.ts';
import { keepNetworkSettings, networkSettings, USUAL_PORT } from './network-settings.ts';

/** Where this PC's own desk finds the server: by its key where it answers other PCs too. */
export interface OwnAddress {
  url: string;
  key?: string;
}

export interface OwnServerSettings {
  /** The application's: what was chosen about the network is kept there. */
  dataFolder: string;
  /** Starts the server, for other PCs too where there is a `networkPort`. */
  run: (more: Pick<EmbeddedServerOptions, 'networkPort' | 'onCannotStart'>) => EmbeddedServer;
  /** Has the server's command make a new key of its own, while no server runs; gives why that failed, or null. */
  makeKey: () => Promise<string | null>;
  /** The desk of this PC, which is none of the others. */
  ownDesk: () => string;
  /** Whether it holds demo data, which no network ever sees. */
  demo: boolean;
  /** The server is elsewhere from now on: the same data, for the same desk. */
  onMoved: (address: OwnAddress) => void;
  report: (line: string) => void;
  /** How often a port that another program has is looked at, and a start tried again, in milliseconds. */
  lookAgainMs?: number;
}

const LOOK_AGAIN_MS = 30_000;

const standingSchema = z.object({
  addresses: z.array(z.string()),
  onNetwork: z.boolean(),
  key: z.string().nullable(),
  connected: z.int(),
  signedIn: z.int(),
});
type Standing = z.infer<typeof standingSchema>;

const DAMAGED =
  'What was chosen about the office network could not be read, so this PC is closed to it. Open it again.';
const CLOSED: NetworkStanding = {
  open: false,
  port: null,
  otherPort: false,
  addresses: [],
  onNetwork: true,
  key: null,
  trouble: null,
  keyLost: false,
  connected: 0,
  signedIn: 0,
};

/**
 * The server of this PC: for itself alone, or for the office's network too (decision 45). What was chosen is kept before it is
 * done, so that whatever is cut short is done at the next start. Where it cannot answer the network, it goes on for this PC.
 */
export class OwnServer {
  readonly #settings: OwnServerSettings;
  #server: EmbeddedServer;
  #address: Promise<OwnAddress>;
  /** Whether the server that runs answers other PCs. */
  #answersAll = false;
  #trouble: string | null = null;
  #keyLost = false;
  /** One change at a time: a second click waits, and then finds it done. */
  #turn: Promise<unknown>;
  #stopped = false;
  #lookingAgain: NodeJS.Timeout | undefined;

  constructor(settings: OwnServerSettings) {
    this.#settings = settings;
    const chosen = settings.demo ? null : networkSettings(settings.dataFolder);
    if (chosen === 'damaged') this.#trouble = DAMAGED;
    const port = chosen !== null && chosen !== 'damaged' && chosen.open ? chosen.port : undefined;
    this.#server = this.#run(port);
    this.#address = port === undefined ? this.#own(this.#server) : this.#openOrOwn(port);
    this.#turn = this.#address.catch(() => undefined);
  }

  /** Rejects where the server cannot start even for this PC alone. */
  get address(): Promise<OwnAddress> {
    return this.#address;
  }

  /** Whether it is to answer other PCs, as chosen. */
  get isOpen(): boolean {
    const chosen = this.#chosen();
    return chosen?.open === true;
  }

  async ask(question: ServerQuestion): Promise<string | null> {
    await this.#address;
    return this.#server.ask(question);
  }

  async standing(): Promise<NetworkStanding> {
    await this.#turn;
    const chosen = this.#chosen();
    if (chosen === null) return { ...CLOSED, trouble: this.#trouble };
    const { open, port } = chosen;
    const basis = {
      ...CLOSED,
      open,
      port,
      otherPort: port !== USUAL_PORT,
      trouble: this.#trouble,
      keyLost: this.#keyLost,
    };
    if (!this.#answersAll) return basis;
    return { ...basis, ...(await this.#ask(this.#server)) };
  }

  /** How many other PCs listen to it now; none where it does not say so in time. */
  async connected(patienceMs: number): Promise<number> {
    if (!this.#answersAll) return 0;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<number>((resolve) => {
      timer = setTimeout(() => resolve(0), patienceMs);
    });
    const said = this.#ask(this.#server).then(
      ({ connected }) => connected,
      () => 0,
    );
    return Promise.race([said, late]).finally(() => clearTimeout(timer));
  }

  /**
   * Lets the other PCs of the network in.
   * @param token of a Super Admin's session on this PC, which the server looks at
   * @param anotherPort where the one that was kept is taken
   * @throws Error with one sentence why not
   */
  open(token: string, anotherPort: boolean): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#settings.demo) throw new Error('Demo data is never opened to the network.');
      if (this.#answersAll) return;
      await this.permit('open', token);
      const kept = this.#chosen();
      const port = await this.#portFor(kept?.port, kept?.open === true && !anotherPort);
      keepNetworkSettings(this.#settings.dataFolder, { open: true, port });
      await this.#swap(port);
      if (this.#trouble !== null) throw new Error(this.#trouble);
    });
  }

  /** Answers this PC alone from now on. @throws as `open` */
  close(token: string): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.isOpen) return;
      await this.permit('close', token);
      this.forget();
      this.#noTrouble();
      if (this.#answersAll) await this.#swap(undefined);
    });
  }

  /**
   * Has a new key in the place of one that is lost, or that others may have: nobody else is let in before they are given a
   * new join code.
   * @throws as `open`
   */
  newKey(token: string): Promise<void> {
    return this.#inTurn(async () => {
      const chosen = this.#chosen();
      if (chosen?.open !== true) throw new Error('This PC is closed to the network. Open it first.');
      await this.permit('new-key', token);
      let why: string | null = null;
      await this.#swap(chosen.port, async () => {
        why = await this.#settings.makeKey();
      });
      if (why !== null) throw new Error(`There is no new key. ${String(why)}`);
      if (this.#trouble !== null) throw new Error(this.#trouble);
    });
  }

  /** This PC works with another server from now on: should it come back, nobody else is let in. */
  forget(): void {
    const chosen = this.#chosen();
    if (chosen?.open) keepNetworkSettings(this.#settings.dataFolder, { ...chosen, open: false });
  }

  /** @throws Error with one sentence where the server does not permit it to who has this token */
  async permit(what: 'open' | 'close' | 'new-key' | 'move', token: string): Promise<void> {
    await this.#address;
    const own = this.#settings.ownDesk();
    const why = await this.#server.ask({ type: 'permit-network', own, token, what });
    if (why !== null) throw new Error(why);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#lookingAgain);
    await this.#server.stop();
  }

  #chosen(): Exclude<ReturnType<typeof networkSettings>, 'damaged'> {
    if (this.#settings.demo) return null;
    const chosen = networkSettings(this.#settings.dataFolder);
    return chosen === 'damaged' ? null : chosen;
  }

  /** One that PCs know is not left for another without being told to. */
  async #portFor(kept: number | undefined, keepsIt: boolean): Promise<number> {
    if (kept === undefined) return freePortFrom(USUAL_PORT);
    if (keepsIt || (await isFreePort(kept))) return kept;
    return freePortFrom(kept + 1);
  }

  #run(port: number | undefined): EmbeddedServer {
    if (port === undefined) return this.#settings.run({});
    return this.#settings.run({
      networkPort: port,
      onCannotStart: (why) => void this.#inTurn(() => this.#lost(why)).catch(() => undefined),
    });
  }

  async #own(server: EmbeddedServer): Promise<OwnAddress> {
    const url = await server.url;
    this.#answersAll = false;
    return { url };
  }

  /** With the server as it is, else for this PC alone. */
  async #openOrOwn(port: number): Promise<OwnAddress> {
    const opening = this.#server;
    try {
      const url = await opening.url;
      const { key } = await this.#ask(opening);
      if (key === null) throw new Error('The server has no key of its own.');
      this.#answersAll = true;
      this.#noTrouble();
      return { url, key };
    } catch (error) {
      if (this.#stopped) throw error;
      this.#noteTrouble(port, error instanceof Error ? error.message : String(error));
      await opening.stop();
      if (this.#stopped) throw error;
      this.#server = this.#run(undefined);
      return this.#own(this.#server);
    }
  }

  /** In the place of one that ran and cannot start again. */
  async #lost(why: string): Promise<void> {
    const chosen = this.#chosen();
    if (this.#stopped || !this.#answersAll || chosen === null) return;
    this.#noteTrouble(chosen.port, why);
    await this.#swap(undefined);
  }

  #noTrouble(): void {
    this.#trouble = null;
    this.#keyLost = false;
  }

  #noteTrouble(port: number, why: string): void {
    this.#settings.report(`The server does not answer the network: ${why}`);
    this.#trouble = `Other PCs cannot reach this PC now; it goes on by itself. ${reasonOf(why, port)}`;
    this.#keyLost = isOfKey(why);
    if (isPortTaken(why, port)) this.#lookAgainLater(port);
  }

  /** The other program may end, and PCs that joined wait for this one. */
  #lookAgainLater(port: number): void {
    this.#later(async () => {
      const chosen = this.#chosen();
      if (this.#stopped || this.#answersAll || chosen?.open !== true || chosen.port !== port) return;
      if (await isFreePort(port)) await this.#swap(port);
      else this.#lookAgainLater(port);
    });
  }

  /** @param between what is done while no server runs */
  async #swap(port: number | undefined, between?: () => Promise<void>): Promise<void> {
    this.#answersAll = false;
    await this.#server.stop();
    if (this.#stopped) return;
    await between?.();
    if (this.#stopped) return;
    this.#server = this.#run(port);
    this.#address = port === undefined ? this.#own(this.#server) : this.#openOrOwn(port);
    try {
      this.#settings.onMoved(await this.#address);
    } catch (error) {
      this.#startAgainLater();
      throw error;
    }
  }

  /** It could not start even for this PC alone, as on a full disk: until it does, nothing is sent or fetched here. */
  #startAgainLater(): void {
    const address = this.#address;
    this.#later(async () => {
      if (this.#stopped || this.#address !== address) return;
      const chosen = this.#chosen();
      await this.#swap(chosen?.open ? chosen.port : undefined);
    });
  }

  #later(work: () => Promise<void>): void {
    clearTimeout(this.#lookingAgain);
    this.#lookingAgain = setTimeout(
      () => void this.#inTurn(work).catch((error: unknown) => this.#settings.report(String(error))),
      this.#settings.lookAgainMs ?? LOOK_AGAIN_MS,
    );
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #ask(server: EmbeddedServer): Promise<Standing> {
    const said = await server.ask({ type: 'network', own: this.#settings.ownDesk() });
    return standingSchema.parse(JSON.parse(said ?? ''));
  }
}

/** What the server is told to do about it on its command line. */
const BY_COMMAND = 'run --new-server-key';
const isOfKey = (why: string): boolean => why.includes(BY_COMMAND);
const isPortTaken = (why: string, port: number): boolean => why.includes(`Port ${port} is taken`);

/** What the server says about its port names settings that a PC has not. */
function reasonOf(why: string, port: number): string {
  if (isPortTaken(why, port)) return `Another program has its port, ${port}.`;
  return why
    .replace(/^The embedded server could not start( \([^)]*\))?\. /, '')
    .replace(BY_COMMAND, 'make a new key under Office network');
}

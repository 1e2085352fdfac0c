import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NotARelease, verifiedManifest } from '#shared/node/update-manifest.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  fileFor,
  mayFollow,
  OFFER_PATH,
  offerSchema,
  STARTED_PATH,
  type UpdateManifest,
} from '#shared/protocol/updates.ts';
import type { UpdateStatus } from '#shared/protocol/update-calls.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { isPassing } from '../server/server-connection.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { fetchRelease } from './fetch-release.ts';
import { readInstalling, UPDATES_FOLDER, writeInstalling } from './installing.ts';

const FIRST_LOOK_MS = 30_000;
const LOOK_EVERY_MS = 2 * 60 * 60_000;
/** A version that had to begin so often before anybody could work with it has failed to start. */
const MOST_STARTS = 3;

/** What installs: absent where nothing may be (browser mode, demo data, an application that nobody installed). */
export interface UpdateInstaller {
  /** This PC, in Node's names. */
  platform: string;
  arch: string;
  /** This version is fetched and checked: it is to be installed at quitting; null where that is over. */
  ready(version: string | null): Promise<void>;
  /** Ends the application, installs and starts again; where a form is unsaved, the user is asked first. */
  restart(): Promise<void>;
}

export interface DeskUpdatesSettings {
  session: Session;
  events: DeskEvents;
  /** The desk's. */
  dataFolder: string;
  appVersion: string;
  /** By which releases are known; null takes none. */
  publicKey: string | null;
  installer: UpdateInstaller | undefined;
  log: (line: string) => void;
}

/**
 * Looks for new versions at the server of this desk, over the desk's own connection: it knows the server by its key where
 * the PC was given one. What comes is believed for its signature alone (decision 42).
 */
export class DeskUpdates {
  readonly #settings: DeskUpdatesSettings;
  readonly #folder: string;
  readonly #abort = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #status: UpdateStatus = { state: 'none' };
  #looking: Promise<UpdateStatus> | undefined;

  constructor(settings: DeskUpdatesSettings) {
    this.#settings = settings;
    this.#folder = join(settings.dataFolder, UPDATES_FOLDER);
    if (!settings.installer) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const installing = readInstalling(this.#folder);
    if (installing?.to === settings.appVersion)
      writeInstalling(this.#folder, { ...installing, starts: installing.starts + 1 });
    const look = (): void => void this.look();
    this.#timers.push(setTimeout(look, FIRST_LOOK_MS).unref(), setInterval(look, LOOK_EVERY_MS).unref());
    // Whoever is too old to sync has nothing else to wait for.
    let state = '';
    settings.events.subscribe((event, data) => {
      if (event !== 'sync' || !('state' in data)) return;
      if (data.state === 'too-old' && state !== 'too-old') look();
      state = String(data.state);
    });
  }

  get status(): UpdateStatus {
    return this.#status;
  }

  /** Asks the server, and fetches what is new; one at a time. Never rejects: it is tried again. */
  look(): Promise<UpdateStatus> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        if (this.#status.state === 'fetching') this.#set({ state: 'none' });
        if (!isPassing(error) && !this.#abort.signal.aborted)
          this.#settings.log(`No update: ${error instanceof Error ? error.message : String(error)}`);
        return this.#status;
      })
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** @throws PlainError `conflict` where nothing is ready */
  async restart(): Promise<null> {
    const { installer } = this.#settings;
    if (!installer || this.#status.state !== 'ready')
      throw new PlainError('conflict', 'There is no update to install any more.');
    await installer.restart();
    return null;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#abort.abort();
    await this.#looking;
  }

  async #look(): Promise<UpdateStatus> {
    const { installer, session, appVersion, publicKey } = this.#settings;
    const access = session.open?.access;
    if (!installer || !access || this.#abort.signal.aborted) return this.#status;
    this.#noteWorking();
    await this.#tellStarted(access);
    const { platform, arch } = installer;
    const query = new URLSearchParams({ version: appVersion, platform, arch }).toString();
    const answer = await access.call<unknown>(`${OFFER_PATH}?${query}`, this.#call('GET'));
    const { offer } = offerSchema.parse(answer);
    if (offer === null) return this.#over();
    const manifest = verifiedManifest(Buffer.from(offer.manifest), offer.signature, publicKey);
    const file = this.#fileOf(manifest, installer);
    const { version } = manifest;
    if (this.#status.state === 'ready' && this.#status.version === version) return this.#status;
    await this.#over();
    const progress = (done: number): void => this.#set({ state: 'fetching', version, done, size: file.size });
    progress(0);
    const { signal } = this.#abort;
    await fetchRelease({ access, folder: this.#folder, version, offer, file, signal, onProgress: progress });
    await installer.ready(version);
    this.#set({ state: 'ready', version });
    return this.#status;
  }

  #fileOf(manifest: UpdateManifest, pc: UpdateInstaller): NonNullable<ReturnType<typeof fileFor>> {
    if (!mayFollow(manifest, this.#settings.appVersion))
      throw new NotARelease(`Version ${manifest.version} is signed, and does not follow this one.`);
    const file = fileFor(manifest, pc);
    if (!file) throw new NotARelease(`Version ${manifest.version} has no file for this PC.`);
    return file;
  }

  /** What was ready is offered no more. */
  async #over(): Promise<UpdateStatus> {
    if (this.#status.state === 'none') return this.#status;
    await this.#settings.installer?.ready(null);
    this.#set({ state: 'none' });
    return this.#status;
  }

  /** Whoever is signed in works with it, be it that the server is away for days: further starts are none that failed. */
  #noteWorking(): void {
    const installing = readInstalling(this.#folder);
    if (installing?.to !== this.#settings.appVersion || installing.starts > MOST_STARTS) return;
    writeInstalling(this.#folder, { ...installing, starts: 0 });
  }

  /** After an installation: who reaches this line has started, is signed in and has the server. */
  async #tellStarted(access: ServerAccess): Promise<void> {
    const installing = readInstalling(this.#folder);
    if (!installing) return;
    const ok = installing.to === this.#settings.appVersion && installing.starts <= MOST_STARTS;
    await access.call(STARTED_PATH, { ...this.#call('POST'), body: { version: installing.to, ok } });
    writeInstalling(this.#folder, null);
  }

  readonly #call = (method: 'GET' | 'POST') => ({ method, signal: this.#abort.signal }) as const;

  #set(status: UpdateStatus): void {
    this.#status = status;
    this.#settings.events.emit('update', status);
  }
}

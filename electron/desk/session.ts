import { hostname } from 'node:os';
import { formatNumber } from '#shared/format/numbers.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { SessionState } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LoginResponse, SignedInUser } from '#shared/protocol/sync.ts';
import { isLockedOut, stripWaiting } from './closed-account.ts';
import { deskIdOf } from './data-folders.ts';
import type { DeskEvents } from './desk-events.ts';
import { LocalVerifier, makeVerifier } from './local-verifier.ts';
import { ServerAccess, isSameUser, logIn } from './server-access.ts';
import { isPassing, type ServerConnection } from './server-connection.ts';
import { SessionStore, type SavedSession } from './session-store.ts';
import { SyncClient } from './sync-client.ts';
import { Workspace } from './workspace.ts';

export interface Keychain {
  available: boolean;
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

export interface SessionSettings {
  folderOfServer: string;
  connection: ServerConnection;
  /** The server as people know it. */
  serverName: string;
  keychain: Keychain;
  events: DeskEvents;
  nativeBinding: string | undefined;
  log: (line: string) => void;
}

/** What a signed-in user has open. */
export interface OpenSession {
  workspace: Workspace;
  access: ServerAccess;
  sync: SyncClient;
}

const OFFLINE_DAYS = 30;
const DAY_MS = 86_400_000;
const CONTACT_NOTED_EVERY_MS = 10 * 60_000;

/** Who is signed in on this desk: opens and closes the user's data and sync, online and offline (decisions, Sessions). */
export class Session {
  readonly #settings: SessionSettings;
  readonly #store: SessionStore;
  readonly #desk: { id: string; name: string };
  readonly #verifier = new LocalVerifier();
  #open: OpenSession | null = null;
  #notice: string | null = null;
  #contactNoted = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#store = new SessionStore(settings.folderOfServer);
    this.#desk = { id: deskIdOf(settings.folderOfServer), name: hostname().slice(0, 200) || 'Desk' };
  }

  get state(): SessionState {
    const { serverName } = this.#settings;
    return { user: this.#open?.workspace.user ?? null, server: serverName, notice: this.#notice };
  }

  get open(): OpenSession | null {
    return this.#open;
  }

  /** What the signed-in user has open. Throws `unauthenticated` where nobody is signed in. */
  require(): OpenSession {
    if (!this.#open) throw new PlainError('unauthenticated', 'Sign in first.');
    return this.#open;
  }

  /** Opens the session that was open when the desk closed, where the keychain has kept its key; works offline. */
  reopen(): Promise<void> {
    return this.#inTurn(async () => {
      const { keychain, log } = this.#settings;
      const saved = this.#store.signedIn();
      if (!saved?.sealedRefreshToken || !keychain.available) return;
      let refreshToken: string;
      try {
        refreshToken = await keychain.open(saved.sealedRefreshToken);
      } catch {
        log('The keychain did not open the kept session; the user signs in again.');
        return;
      }
      try {
        this.#start(saved.user, { refreshToken });
      } catch (error) {
        // Data that cannot be opened is no reason not to start: the sign-in page says why.
        if (!(error instanceof PlainError)) throw error;
        this.#notice = error.message;
      }
    });
  }

  /**
   * Signs in; offline no code is asked for.
   * @throws PlainError `unauthenticated`, `second-factor`, `forbidden`, `offline`, `too-many-requests`, `conflict` or
   * `not-supported`.
   */
  signIn(email: string, password: string, code?: string): Promise<SessionState> {
    return this.#inTurn(async () => {
      const current = this.#open?.workspace.user;
      if (current && normaliseText(current.email) !== normaliseText(email)) {
        throw new PlainError('conflict', `${current.name} is signed in. Sign out first.`);
      }
      if (email.trim() === '' || password === '') {
        throw new PlainError('bad-request', 'Enter your email and your password.');
      }
      let answer: LoginResponse | null;
      try {
        answer = await logIn(this.#settings.connection, {
          email,
          password,
          ...(code === undefined ? {} : { code }),
          desk: this.#desk,
        });
      } catch (error) {
        if (error instanceof PlainError && error.code === 'forbidden') await this.#lockOut(email, error);
        if (!isPassing(error) || (error instanceof PlainError && error.code === 'too-many-requests'))
          throw error;
        answer = null;
      }
      if (answer) await this.#startOnline(answer, password);
      else await this.#startOffline(email, password);
      this.#notice = null;
      this.#settings.events.emit('session', this.state);
      return this.state;
    });
  }

  /** Throws `conflict` while changes wait, unless `evenIfWaiting`; they stay and are sent when the user returns. */
  signOut(evenIfWaiting: boolean): Promise<SessionState> {
    return this.#inTurn(async () => {
      const open = this.#open;
      if (!open) return this.state;
      const waiting = open.workspace.outbox.waitingCount();
      if (waiting > 0 && !evenIfWaiting) {
        const changes = waiting === 1 ? '1 change has' : `${formatNumber(waiting)} changes have`;
        throw new PlainError(
          'conflict',
          `${changes} not been sent yet. They stay on this computer and are sent when you sign in again.`,
        );
      }
      await open.sync.stop();
      await open.access.signOut().catch(() => undefined);
      const { user } = open.workspace;
      this.#close(false);
      this.#store.setSignedIn(null);
      this.#store.change(user, { sealedRefreshToken: null });
      this.#notice = null;
      this.#settings.events.emit('session', this.state);
      return this.state;
    });
  }

  /** The user has set another password: what this computer keeps of the old one is replaced. The session goes on. */
  passwordChanged(user: SignedInUser, password: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#open?.workspace.user._id === user._id) this.#open.access.passwordChanged(password);
      const verifier = await makeVerifier(password);
      // None is kept where only the server may say yes.
      if (this.#store.read(this.#store.folderOf(user))?.verifier) this.#store.change(user, { verifier });
    });
  }

  /** Ends syncing and closes the files; the session is open again at the next start, where the keychain allows it. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#open?.sync.stop();
      this.#close(false);
    });
  }

  async #startOnline(answer: LoginResponse, password: string): Promise<void> {
    await this.#stopCurrent();
    const { user, refreshToken } = answer;
    this.#store.write({
      user,
      verifier: await makeVerifier(password),
      lastContact: Date.now(),
      sealedRefreshToken: await this.#sealed(refreshToken),
    });
    this.#store.setSignedIn(user);
    this.#start(user, { refreshToken }, answer);
  }

  async #startOffline(email: string, password: string): Promise<void> {
    const saved = this.#store.byEmail(email);
    if (!saved?.verifier) {
      throw new PlainError(
        'offline',
        'You are offline and have not signed in on this computer before. Connect to the network and sign in once.',
      );
    }
    if (Date.now() - saved.lastContact > OFFLINE_DAYS * DAY_MS) {
      throw new PlainError(
        'offline',
        `This computer has not reached the server for ${OFFLINE_DAYS} days. Connect to the network to sign in.`,
      );
    }
    if (!(await this.#verifier.check(saved.user._id, saved.verifier, password))) {
      throw new PlainError('unauthenticated', 'Email or password is wrong.');
    }
    await this.#stopCurrent();
    this.#start(saved.user, { password, refreshToken: await this.#unsealed(saved) });
  }

  #start(
    user: SignedInUser,
    credentials: { password?: string; refreshToken?: string | undefined },
    answer?: LoginResponse,
  ): void {
    const { connection, events, nativeBinding, log } = this.#settings;
    const workspace = new Workspace(this.#store.folderOf(user), user, nativeBinding);
    const access = new ServerAccess(
      {
        connection,
        desk: this.#desk,
        credentials: { email: user.email, ...credentials },
        onRenewed: (renewed) => this.#renewed(workspace, renewed),
      },
      answer,
    );
    const sync = new SyncClient({
      workspace,
      access,
      events,
      log,
      onContact: () => this.#noteContact(user),
      onSessionEnded: (error) => this.#ended(workspace, error),
    });
    this.#open = { workspace, access, sync };
    // What was left unfinished when the desk last closed.
    workspace.index.catchUp();
  }

  async #renewed(workspace: Workspace, answer: LoginResponse): Promise<void> {
    const { user, refreshToken } = answer;
    if (user._id !== workspace.user._id) {
      throw new PlainError('session-ended', 'Another account has this email now. Sign in again.');
    }
    const sealedRefreshToken = await this.#sealed(refreshToken);
    this.#store.change(user, { user, lastContact: Date.now(), sealedRefreshToken });
    if (isSameUser(user, workspace.user)) return;
    workspace.user = user;
    this.#settings.events.emit('session', this.state);
  }

  async #sealed(refreshToken: string | undefined): Promise<string | null> {
    const { keychain, log } = this.#settings;
    if (refreshToken === undefined || !keychain.available) return null;
    try {
      return await keychain.seal(refreshToken);
    } catch {
      log('The keychain did not take the session; the user signs in again after a restart.');
      return null;
    }
  }

  async #unsealed({ sealedRefreshToken }: SavedSession): Promise<string | undefined> {
    const { keychain } = this.#settings;
    if (sealedRefreshToken === null || !keychain.available) return undefined;
    return keychain.open(sealedRefreshToken).catch(() => undefined);
  }

  #noteContact(user: SignedInUser): void {
    const now = Date.now();
    if (now - this.#contactNoted < CONTACT_NOTED_EVERY_MS) return;
    this.#contactNoted = now;
    this.#store.change(user, { lastContact: now });
  }

  #ended(workspace: Workspace, error: PlainError): void {
    this.#inTurn(async () => {
      if (this.#open?.workspace !== workspace) return;
      await this.#open.sync.stop();
      const { user } = workspace;
      if (isLockedOut(error)) stripWaiting(workspace, error);
      this.#close(true);
      this.#store.setSignedIn(null);
      // Only the server may say yes again: the password, or the right to be here at all, may be another now.
      this.#store.change(user, { verifier: null, sealedRefreshToken: null });
      this.#notice = error.message;
      this.#settings.events.emit('session', this.state);
    }).catch((fault: unknown) =>
      this.#settings.log(`The ended session could not be closed: ${String(fault)}`),
    );
  }

  /** The server said at sign-in that the account is closed: what is kept here of its data goes. */
  async #lockOut(email: string, error: PlainError): Promise<void> {
    await this.#stopCurrent();
    const saved = this.#store.byEmail(email);
    if (!saved) return;
    const workspace = new Workspace(
      this.#store.folderOf(saved.user),
      saved.user,
      this.#settings.nativeBinding,
    );
    stripWaiting(workspace, error);
    workspace.close(true);
    this.#store.setSignedIn(null);
    this.#store.change(saved.user, { verifier: null, sealedRefreshToken: null });
  }

  async #stopCurrent(): Promise<void> {
    await this.#open?.sync.stop();
    this.#close(false);
  }

  #close(wipe: boolean): void {
    this.#open?.workspace.close(wipe);
    this.#open = null;
    this.#contactNoted = 0;
  }

  /** One change of the session at a time. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { normaliseText } from '#shared/model/search-text.ts';
import type { SessionState } from '#shared/protocol/session-calls.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { EndedByRestore, PlainError, RoleChanged, SessionExpired } from '#shared/protocol/errors.ts';
import type { LoginResponse, SignedInUser } from '#shared/protocol/sync.ts';
import { CacheOwner } from '../workspace/cache-owner.ts';
import { AbsentAccounts } from './absent-accounts.ts';
import { stripWaiting, takeAwayFrom } from './closed-account.ts';
import { partingQuestion } from './parting.ts';
import { AccountMayBeOpen, isLockedOut } from '../server/session-over.ts';
import { beginErasing, endErasing } from '../storage/begun-erasing.ts';
import { deskIdOf } from '../storage/data-folders.ts';
import { KeptAccounts } from './kept-accounts.ts';
import { eraseAtWish } from './kept-data.ts';
import { KeptSession, SafeKeychain } from './kept-session.ts';
import { assertNotOfOffice, assertSameTrial, keepTrialApart } from './trial-server.ts';
import { bringAlong } from './known-otherwise.ts';
import { LocalVerifier } from './local-verifier.ts';
import { openSession, type Opening, type OpenSession, type SessionSettings } from './open-session.ts';
import { isSameUser, logIn, type DeskIdentity } from '../server/server-access.ts';
import { isPassing } from '../server/server-connection.ts';
import { SessionStore, type SavedSession } from './session-store.ts';
import { OUTBOX_FILE, type Workspace } from '../workspace/workspace.ts';

/** How often an open session looks whether it may still be open; each call of the bridge does so too. */
const WATCH_EVERY_MS = 60_000;

/** Whoever leaves waits so long for the server at most, to end the session there too. */
const PARTING_MS = 3_000;
/** After so long a session that ended while the disk was full is closed again. */
const FULL_DISK_WAIT_MS = 30_000;

const NEVER_SIGNED_IN =
  'You are offline and have not signed in on this computer before. Connect to the network and sign in once.';
const NOT_ALL_REMOVED =
  'You are logged out, but not all of your data could be removed from this computer: another program may have it open. The rest is removed when the application starts the next time.';
const ANOTHER_ROLE = 'Your role was changed. Sign in again.';

/** A session that the server has ended, and why. */
interface Leaving {
  open: OpenSession;
  error: PlainError;
}

/** Does each of these, and gives what they threw. */
function faultsOf(parts: readonly (() => void)[]): unknown[] {
  return parts.flatMap((part) => {
    try {
      part();
      return [];
    } catch (fault) {
      return [fault];
    }
  });
}

/** Who is signed in on this desk: opens and closes the user's data and sync, online and offline (decision 13). */
export class Session {
  readonly #settings: SessionSettings;
  readonly #store: SessionStore;
  readonly #accounts: KeptAccounts;
  readonly #absent: AbsentAccounts;
  readonly #keychain: SafeKeychain;
  readonly #desk: { id: string; name: string };
  readonly #verifier = new LocalVerifier();
  #open: OpenSession | null = null;
  /** The user's password is wanted before anything is read or written; syncing goes on. */
  #locked = false;
  #watch: NodeJS.Timeout | undefined;
  #notice: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** What the server has ended, and the disk has not let be closed yet: nobody sees it, and nobody signs in before. */
  #leaving: Leaving | null = null;
  /** The files of a session that was closed for the clock. */
  #closing: Promise<void> = Promise.resolve();

  constructor(settings: SessionSettings) {
    const { folderOfServer, nativeBinding, keychain, log } = settings;
    this.#settings = settings;
    this.#store = new SessionStore(folderOfServer);
    this.#accounts = new KeptAccounts(this.#store, nativeBinding, log);
    this.#accounts.finishErasings();
    this.#absent = new AbsentAccounts(this.#store, log, (account) =>
      this.#inTurn(async () => {
        // Signed in meanwhile, it is no absent one: its own session hears of it.
        if (this.#open?.workspace.user._id !== account._id) this.#accounts.lock(account);
      }),
    );
    this.#keychain = new SafeKeychain(keychain, log);
    this.#desk = {
      id: deskIdOf(folderOfServer, () => this.#store.leaveDesk()),
      name: hostname().slice(0, 200) || 'Desk',
    };
  }

  get state(): SessionState {
    const { serverName, notEncrypted } = this.#settings;
    const user = this.#open?.workspace.user ?? null;
    return { user, server: serverName, notEncrypted, locked: this.isLocked, notice: this.#notice };
  }

  get isLocked(): boolean {
    return this.#open !== null && this.#locked;
  }

  get open(): OpenSession | null {
    return this.#open;
  }

  /** What the signed-in user has open. Throws `unauthenticated` where nobody is signed in, or no longer may be. */
  require(): OpenSession {
    if (this.#open) this.#lookAtClock(this.#open);
    if (!this.#open) throw new PlainError('unauthenticated', this.#notice ?? 'Sign in first.');
    return this.#open;
  }

  /** Opens the session that was open when the desk closed, where the keychain has kept its key; works offline. */
  reopen(): Promise<void> {
    return this.#inTurn(async () => {
      const saved = this.#store.signedIn();
      if (!saved) return;
      const refreshToken = await this.#keychain.open(saved.sealedRefreshToken);
      if (refreshToken === undefined) return;
      const key = await this.#keychain.openKey(saved.sealedKey);
      try {
        if (key) this.#start({ kept: KeptSession.open(this.#store, saved, key), refreshToken });
        // Ended and started again, it is as locked as before.
        this.#locked = saved.locked;
      } catch (error) {
        // Data that cannot be opened is no reason not to start: the sign-in page says why.
        if (!(error instanceof PlainError)) throw error;
        this.#notice = error.message;
      }
    });
  }

  /**
   * Signs in; offline no code is asked for.
   * @throws PlainError `unauthenticated`, `second-factor`, `account-closed`, `offline`, `too-many-requests`, `conflict` or
   * `not-supported`.
   */
  signIn(email: string, password: string, code?: string): Promise<SessionState> {
    return this.#inTurn(async () => {
      if (this.#leaving) this.#leaveAgain(this.#leaving);
      const current = this.#open?.workspace.user;
      if (current && normaliseText(current.email) !== normaliseText(email)) {
        throw new PlainError('conflict', `${current.name} is signed in. Sign out first.`);
      }
      if (email.trim() === '' || password === '') {
        throw new PlainError('bad-request', 'Enter your email and your password.');
      }
      let answer: LoginResponse | null;
      let instead: PlainError | undefined;
      try {
        const desk = this.#identity(this.#store.allByEmail(email)[0]);
        const request = { email, password, ...(code === undefined ? {} : { code }), desk };
        answer = await logIn(this.#settings.connection, request, (account) => this.#receiptOf(account));
      } catch (error) {
        if (error instanceof PlainError) await this.#refused(email, password, error);
        if (!isPassing(error) || (error instanceof PlainError && error.code === 'too-many-requests'))
          throw error;
        answer = null;
        // Somebody answers, and it is not the server: that is no matter of being offline.
        if (error instanceof PlainError) instead = error;
      }
      if (answer) await this.#startOnline(answer, password);
      else await this.#startOffline(email, password, instead);
      this.#notice = null;
      this.#tell();
      return this.state;
    });
  }

  /**
   * Throws `conflict` while changes wait, unless `evenIfWaiting`; they stay and are sent when the user returns. What a wish
   * to wipe would lose is asked about alike (`partingQuestion`).
   * @param wipe erases the rest of the user's data on this computer.
   * @param importing name of the file whose import is not at its end
   */
  signOut(evenIfWaiting: boolean, wipe = false, importing: string | null = null): Promise<SessionState> {
    return this.#inTurn(async () => {
      const open = this.#open;
      if (!open) return this.state;
      const { outbox } = open.workspace;
      const unfinished = { waiting: outbox.unsentCount(), forms: outbox.drafts.count(), importing };
      const question = evenIfWaiting ? null : partingQuestion(unfinished, wipe);
      if (question) throw question;
      const late = setTimeout(() => open.access.leave(), PARTING_MS);
      await open.sync.stop();
      await open.access.signOut().catch(() => undefined);
      clearTimeout(late);
      const { user, folder } = open.workspace;
      // Killed from here on, the next start does it.
      if (wipe) beginErasing(folder, { what: outbox.hasUnsettled() ? 'wished' : 'all' });
      this.#close();
      this.#store.setSignedIn(null);
      this.#notice = null;
      if (wipe) this.#eraseAtWish(open.workspace);
      // Told before it is kept: on a full disk the pages are to close all the same.
      this.#tell();
      if (!wipe) this.#store.change(user, { sealedKey: null, sealedRefreshToken: null, locked: false });
      return this.state;
    });
  }

  /** @throws PlainError `forbidden` where something keeps it from being erased: it is tried again at the next start. */
  #eraseAtWish({ user, folder, keys }: Workspace): void {
    try {
      this.#store.forget(user);
      eraseAtWish({ folder, nativeBinding: this.#settings.nativeBinding, keys: keys ?? null });
      endErasing(folder);
    } catch (fault) {
      this.#settings.log(`What a user wished to be removed is not all gone: ${String(fault)}`);
      // The pages are to close all the same.
      this.#tell();
      throw new PlainError('forbidden', NOT_ALL_REMOVED);
    }
  }

  /** Locks what is open; also over a restart. */
  lock(): void {
    const open = this.#open;
    if (!open || this.#locked) return;
    this.#locked = true;
    // Told before it is kept: on a full disk the pages are to close all the same.
    this.#tell();
    this.#store.change(open.workspace.user, { locked: true });
  }

  /**
   * Opens what is locked with the user's password, without the server.
   * @throws PlainError `unauthenticated` where it is wrong, `too-many-requests` after several wrong ones, `conflict` where
   * only the server may say yes
   */
  unlock(password: string): Promise<SessionState> {
    return this.#inTurn(async () => {
      const { user } = this.require().workspace;
      if (!this.#locked) return this.state;
      const lock = this.#store.read(this.#store.folderOf(user))?.passwordLock;
      if (!lock)
        throw new PlainError(
          'conflict',
          'Only the server can check your password. Log out and sign in again.',
        );
      if (!(await this.#verifier.open(user._id, lock, password)))
        throw new PlainError('unauthenticated', 'The password is wrong.');
      if (this.#open?.workspace.user._id !== user._id) return this.state;
      this.#locked = false;
      this.#tell();
      this.#store.change(user, { locked: false });
      return this.state;
    });
  }

  /** The user has set another password: what this computer keeps of the old one is replaced. The session goes on. */
  passwordChanged(user: SignedInUser, password: string): Promise<void> {
    return this.#inTurn(async () => {
      const open = this.#open;
      if (open?.workspace.user._id !== user._id) {
        // Signed out meanwhile: the old password is to open nothing.
        this.#store.closeOffline(user);
        return;
      }
      open.access.passwordChanged(password);
      await open.kept.passwordChanged(this.#keychain, password);
      open.workspace.claimCache(new CacheOwner(open.workspace.user, open.kept.key, true));
    });
  }

  /** Ends syncing and closes the files; the session is open again at the next start, where the keychain allows it. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      const left = this.#leaving;
      this.#leaving = null;
      await this.#stopCurrent();
      left?.open.workspace.close();
    });
  }

  async #startOnline(answer: LoginResponse, password: string): Promise<void> {
    assertNotOfOffice(this.#settings.folderOfServer, answer);
    await this.#stopCurrent();
    keepTrialApart(this.#settings.folderOfServer, answer);
    this.#takeEmail(answer.user);
    this.#accounts.finishErasingOf(answer.user);
    const folder = this.#store.folderOf(answer.user);
    bringAlong(this.#settings.folderOfServer, folder, answer);
    const isNew = !existsSync(join(folder, OUTBOX_FILE));
    const kept = await KeptSession.begin(this.#store, this.#keychain, answer, password);
    this.#store.setSignedIn(answer.user);
    this.#start({ kept, refreshToken: answer.refreshToken, answer });
    // An account that is made again has an id of its own, and nothing of the one before.
    if (isNew && this.#open) this.#accounts.tellOfFormer(this.#open.workspace);
  }

  /** @param instead why the server was not asked, where that is more than being offline */
  async #startOffline(email: string, password: string, instead?: PlainError): Promise<void> {
    // The account that had this email last; never one that had it before.
    const [saved] = this.#store.allByEmail(email);
    if (!saved?.passwordLock) throw instead ?? new PlainError('offline', NEVER_SIGNED_IN);
    const key = await this.#verifier.open(saved.user._id, saved.passwordLock, password);
    if (!key) throw new PlainError('unauthenticated', 'Email or password is wrong.');
    const kept = KeptSession.open(this.#store, saved, key);
    const refreshToken = await this.#keychain.open(saved.sealedRefreshToken);
    this.#store.change(saved.user, { locked: false });
    await this.#stopCurrent();
    this.#start({ kept, password, refreshToken });
  }

  #start(opening: Opening): void {
    const folder = this.#store.folderOf(opening.kept.user);
    const desk = this.#identity(this.#store.read(folder));
    const open = openSession(this.#settings, folder, desk, opening, {
      onRenewed: (workspace, answer) => this.#renewed(workspace, opening.kept, answer),
      onContact: (workspace, access) => this.#absent.heardOf(workspace.user, access),
      onEnded: (workspace, error) => this.#ended(workspace, error),
    });
    this.#open = open;
    this.#locked = false;
    this.#watch = setInterval(() => this.#lookAtClock(open), WATCH_EVERY_MS);
    this.#watch.unref();
  }

  async #renewed(workspace: Workspace, kept: KeptSession, answer: LoginResponse): Promise<void> {
    const { user } = answer;
    if (user._id !== workspace.user._id) {
      throw new PlainError('session-ended', 'Another account has this email now. Sign in again.');
    }
    assertSameTrial(workspace.folder, answer);
    // What is here was fetched for the role before.
    if (user.role !== workspace.user.role) throw new RoleChanged(ANOTHER_ROLE, user.role);
    await kept.renewed(this.#keychain, answer);
    if (isSameUser(user, workspace.user)) return;
    this.#takeEmail(user);
    workspace.user = user;
    this.#tell();
  }

  /** The server says whose the email is: whoever had it before on this computer does not open anything with it. */
  #takeEmail(user: SignedInUser): void {
    for (const former of this.#accounts.formerOf(user)) this.#accounts.lock(former);
  }

  /** What the server's refusal of a sign-in means for what is kept here. */
  async #refused(email: string, password: string, error: PlainError): Promise<void> {
    if (isLockedOut(error)) {
      const account = this.#accounts.closedBy(email, error);
      if (!account) return;
      await this.#stopCurrent();
      const keys = await this.#accounts.keysBy(account, password);
      if (error instanceof AccountMayBeOpen) this.#accounts.lock(account, keys);
      else this.#accounts.strip(account, error, keys);
    } else if (error.code === 'unauthenticated') {
      // It was changed, or the account is another's now: from now on it opens nothing here either.
      const accounts = await this.#accounts.openedBy(email, password);
      if (accounts.length === 0) return;
      await this.#stopCurrent();
      for (const account of accounts)
        this.#accounts.lock(account, await this.#accounts.keysBy(account, password));
    } else {
      return;
    }
    this.#tell();
  }

  /** The newest receipt that is kept for an account. */
  #receiptOf(account: string): string | undefined {
    const open = this.#open?.workspace;
    return open?.user._id === account
      ? open.outbox.server.receipt
      : this.#accounts.receiptOf({ _id: account });
  }

  /** How the server knows this desk, where the user has signed in on it before. */
  #identity(saved: SavedSession | undefined): DeskIdentity {
    const proof = saved?.deskProof ?? null;
    return proof === null ? this.#desk : { ...this.#desk, proof };
  }

  #ended(workspace: Workspace, error: PlainError): void {
    this.#inTurn(async () => {
      const open = [this.#open, this.#leaving?.open].find((each) => each?.workspace === workspace);
      if (!open) return;
      await open.sync.stop();
      this.#leave({ open, error });
    }).catch((fault: unknown) => {
      this.#notClosed(fault);
      // Nothing else would come back to it: its sync has stopped.
      if (isDiskRefusal(fault)) setTimeout(() => this.#ended(workspace, error), FULL_DISK_WAIT_MS).unref();
    });
  }

  /**
   * Closes a session that the server has ended. Nothing of it is shown from here on, whatever the disk takes; what closes it
   * for good is done again where the disk refused it. What fails otherwise, as in a damaged file, holds up nothing else.
   * @throws what a part of it failed by
   */
  #leave(leaving: Leaving): void {
    const { open, error } = leaving;
    const { workspace } = open;
    this.#leaving = leaving;
    if (this.#open === open) {
      clearInterval(this.#watch);
      this.#open = null;
      this.#notice = error.message;
      this.#tell();
    }
    const expired = error instanceof SessionExpired;
    const byRestore = error instanceof EndedByRestore;
    const isClosed = isLockedOut(error) && !(error instanceof AccountMayBeOpen);
    const { folder } = workspace;
    const closed = isClosed ? { code: error.code, error: error.message } : undefined;
    if (!expired) beginErasing(folder, { what: 'fetched', byRestore, closed });
    // First of all, since erasing takes seconds, in which the process may be killed.
    const ending = [
      () => {
        // Only the server may say yes again: the password, or the right to be here at all, may be another now. A restored server
        // may have another key for the user than the one that the data is sealed under.
        if (expired || byRestore) this.#store.expire(workspace.user);
        else this.#store.closeOffline(workspace.user);
      },
      () => this.#store.setSignedIn(null),
      () => isClosed && stripWaiting(workspace, error),
      () => error instanceof RoleChanged && takeAwayFrom(workspace, error.role),
    ];
    let faults = faultsOf(ending);
    if (!expired) {
      const erasing = faultsOf([() => workspace.cache.destroy()]);
      // It needs no room: of a full disk it gives some back.
      if (faults.some(isDiskRefusal)) faults = faultsOf(ending);
      faults.push(...erasing);
    }
    const refused = faults.find(isDiskRefusal);
    if (refused !== undefined) throw refused;
    this.#leaving = null;
    workspace.close(!expired);
    if (!expired) endErasing(folder);
    if (faults.length > 0) throw faults[0];
  }

  /** Before anybody signs in. @throws what the disk refuses still */
  #leaveAgain(leaving: Leaving): void {
    const [fault] = faultsOf([() => this.#leave(leaving)]);
    if (isDiskRefusal(fault)) throw fault;
    if (fault !== undefined) this.#notClosed(fault);
  }

  #notClosed(fault: unknown): void {
    const why = fault instanceof Error ? `${fault.name}: ${fault.message}` : 'no error';
    this.#settings.log(`The ended session could not be closed: ${why}`);
  }

  /** Closes a session that has been without its server for too long. Its data stays, and what waits. */
  #lookAtClock(open: OpenSession): void {
    if (this.#open !== open) return;
    const refusal = open.kept.refusal();
    if (refusal === null) return;
    this.#notice = refusal;
    // Nothing is shown from here on; the files close when nothing is under way in them.
    this.#open = null;
    clearInterval(this.#watch);
    open.access.leave();
    this.#closing = open.sync
      .stop()
      .then(() => open.workspace.close())
      .catch((fault: unknown) => this.#settings.log(`The session could not be closed: ${String(fault)}`));
    this.#tell();
  }

  /**
   * Nothing that the server has not answered yet is waited for. That may cut off the answer to a renewal: the refresh
   * token before it stays good until its successor is used.
   */
  async #stopCurrent(): Promise<void> {
    this.#open?.access.leave();
    await this.#closing;
    await this.#open?.sync.stop();
    this.#close();
  }

  #close(): void {
    clearInterval(this.#watch);
    this.#open?.workspace.close();
    this.#open = null;
  }

  #tell(): void {
    this.#settings.events.emit('session', this.state);
  }

  /** One change of the session at a time. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

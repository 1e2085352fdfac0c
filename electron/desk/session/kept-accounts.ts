import { join } from 'node:path';
import { DAY_MS } from '#shared/format/time.ts';
import { AccountClosed, type PlainError } from '#shared/protocol/errors.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import {
  eraseFetched,
  eraseOfClosedAccount,
  finishErasing,
  keptReceipt,
  type KeptPlace,
} from './kept-data.ts';
import { beginErasing, begunErasing, endErasing, type Erasing } from '../storage/begun-erasing.ts';
import type { DataKeys } from '../storage/data-keys.ts';
import { formerKeyOf, openKeys } from '../storage/key-file.ts';
import { unlock } from '../storage/session-key.ts';
import { readMark } from '../outbox/outbox-mark.ts';
import { OUTBOX_FILE, type Workspace } from '../workspace/workspace.ts';
import type { SessionStore } from './session-store.ts';

/** What was done in it counts as lately done, in milliseconds: longer than a backup is old that somebody restores. */
const LATELY_MS = 30 * DAY_MS;

const ANOTHER_BEFORE =
  'Another account with your email was used on this computer before. If something that was done in that one is missing, tell your administrator before you enter it again: it may be kept here still.';

/** An account by its id; nothing of it is open while its data is erased. */
type Account = Pick<SignedInUser, '_id'>;

/** What the server's answers at sign-in mean for the accounts that this computer keeps data of. */
export class KeptAccounts {
  readonly #store: SessionStore;
  readonly #nativeBinding: string | undefined;
  readonly #log: (line: string) => void;

  constructor(store: SessionStore, nativeBinding: string | undefined, log: (line: string) => void) {
    this.#store = store;
    this.#nativeBinding = nativeBinding;
    this.#log = log;
  }

  /** Does what is left of erasings that an earlier run has begun; before anything of them could be opened. */
  finishErasings(): void {
    for (const { folder, erasing } of this.#store.begunErasings())
      this.#erase(() => this.#finishErasing(folder, erasing));
  }

  /** The user has signed in again: what is here from now on is not to be erased. */
  finishErasingOf(user: Account): void {
    const folder = this.#store.folderOf(user);
    const erasing = begunErasing(folder);
    if (erasing === null) return;
    // The server has let the user in again: only what the user wished gone of the way in goes.
    if (erasing.what === 'wished') this.#erase(() => this.#finishErasing(folder, erasing));
    else this.#erase(() => finishErasing(folder, erasing, this.#nativeBinding));
    endErasing(folder);
  }

  #finishErasing(folder: string, erasing: Erasing): void {
    const saved = this.#store.read(folder);
    if (saved) this.#closeWayIn(saved.user, erasing);
    finishErasing(folder, erasing, this.#nativeBinding);
  }

  /** It was to be closed first of all; the process may have been killed just before. */
  #closeWayIn(user: Account, { what, byRestore }: Erasing): void {
    if (what === 'wished') this.#store.forget(user);
    else if (byRestore) this.#store.expire(user);
    else this.#store.closeOffline(user);
  }

  /** The account of which the server says that it is closed; undefined where this computer knows none. */
  closedBy(email: string, error: PlainError): Account | undefined {
    if (!(error instanceof AccountClosed)) return this.#store.allByEmail(email)[0]?.user;
    const account = { _id: error.account };
    return this.#store.read(this.#store.folderOf(account)) && account;
  }

  /** The accounts that the password, which the server has just refused, would still open here. */
  async openedBy(email: string, password: string): Promise<Account[]> {
    const opened: Account[] = [];
    for (const { user, passwordLock } of this.#store.allByEmail(email)) {
      if (passwordLock && (await unlock(password, passwordLock))) opened.push(user);
    }
    return opened;
  }

  /** The keys of the account's data, where the password still opens them; to be asked for before anything is closed. */
  async keysBy(account: Account, password: string): Promise<DataKeys | null> {
    const folder = this.#store.folderOf(account);
    try {
      const lock = this.#store.read(folder)?.passwordLock;
      const session = lock ? await unlock(password, lock) : await formerKeyOf(folder, password);
      return session && openKeys(folder, { session });
    } catch (fault) {
      // They cannot be read for now: the account is closed all the same, and the rest done at the next opening.
      this.#log(`The keys of an account could not be read: ${String(fault)}`);
      return null;
    }
  }

  /** The accounts that had this user's email before, as far as this computer knows. */
  formerOf(user: SignedInUser): Account[] {
    return this.#store
      .allByEmail(user.email)
      .filter((saved) => saved.user._id !== user._id && (saved.sealed ?? saved.sealedRefreshToken) !== null)
      .map((saved) => saved.user);
  }

  /** Where somebody changed something here lately by another account of the user's email, which alone can send it: says so. */
  tellOfFormer({ user, outbox }: Workspace): void {
    const lately = new Date(Date.now() - LATELY_MS).toISOString();
    const isHere = this.#store
      .allByEmail(user.email)
      .filter((saved) => saved.user._id !== user._id)
      .some((saved) => {
        const last = readMark(join(this.#store.folderOf(saved.user), OUTBOX_FILE));
        return last !== null && last.n > 0 && last.at > lately;
      });
    if (isHere) outbox.notices.add(ANOTHER_BEFORE, new Date().toISOString());
  }

  /** The account is closed: what was fetched goes, and the values of what waited. */
  strip(account: Account, error: PlainError, keys: DataKeys | null): void {
    const closed = { code: error.code, error: error.message };
    this.#eraseOf(account, { closed }, () => eraseOfClosedAccount(this.#placeOf(account, keys), error));
  }

  /** The newest receipt that is kept for the account; undefined where there is none. */
  receiptOf(account: Account): string | undefined {
    const folder = this.#store.folderOf(account);
    if (!this.#store.read(folder)) return undefined;
    try {
      return keptReceipt(folder, this.#nativeBinding);
    } catch (fault) {
      this.#log(`What an account kept here could not be read: ${String(fault)}`);
      return undefined;
    }
  }

  /** Only the server opens it again; what was fetched goes, what waits to be sent stays. */
  lock(account: Account, keys: DataKeys | null = null): void {
    this.#eraseOf(account, {}, () => eraseFetched(this.#placeOf(account, keys)));
  }

  #eraseOf(account: Account, why: Pick<Erasing, 'closed'>, work: () => void): void {
    const folder = this.#store.folderOf(account);
    beginErasing(folder, { what: 'fetched', ...why });
    this.#store.closeOffline(account);
    this.#erase(() => {
      work();
      endErasing(folder);
    });
  }

  #placeOf(account: Account, keys: DataKeys | null): KeptPlace {
    return { folder: this.#store.folderOf(account), nativeBinding: this.#nativeBinding, keys };
  }

  /** An outbox that cannot be opened, such as a newer version's, keeps nobody else from signing in. */
  #erase(work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#log(`What an account kept here was not all erased: ${String(fault)}`);
    }
  }
}

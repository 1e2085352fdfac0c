import { closedAnswerSchema, MOST_ASKED_ABOUT, PATHS, type ClosedAnswer } from '#shared/protocol/sync.ts';

import type { ServerAccess } from '../server/server-access.ts';
import { understood } from '../server/understood.ts';
import type { SavedSession, SessionStore } from './session-store.ts';

type Account = SavedSession['user'];

const ASKED_EVERY_MS = 60 * 60_000;

/**
 * The accounts that have something on this computer and are not signed in. Several people may share it: whoever is in contact
 * with the server asks for all of them, so that the copy of somebody who has left the office goes, who never signs in again.
 */
export class AbsentAccounts {
  readonly #store: SessionStore;
  readonly #log: (line: string) => void;
  readonly #lock: (account: Account) => Promise<void>;
  #askedAt = Number.NEGATIVE_INFINITY;
  #askedBy: string | undefined;

  /** @param lock closes what opens an account here without the server, and erases what was fetched */
  constructor(store: SessionStore, log: (line: string) => void, lock: (account: Account) => Promise<void>) {
    this.#store = store;
    this.#log = log;
    this.#lock = lock;
  }

  /** The server has answered this user: it is asked at once, and then every hour. */
  heardOf(user: Account, access: ServerAccess): void {
    if (this.#askedBy === user._id && performance.now() - this.#askedAt < ASKED_EVERY_MS) return;
    this.#askedAt = performance.now();
    this.#askedBy = user._id;
    this.#ask(user, access).catch((error: unknown) => {
      // A server of an earlier version knows of no such call, and one that went away is asked again.
      this.#log(`Whether other accounts are closed could not be asked: ${String(error)}`);
    });
  }

  async #ask(user: Account, access: ServerAccess): Promise<void> {
    const others = this.#store.opening().filter(({ _id }) => _id !== user._id);
    for (let at = 0; at < others.length; at += MOST_ASKED_ABOUT) {
      const asked = others.slice(at, at + MOST_ASKED_ABOUT);
      const body = { accounts: asked.map(({ _id }) => _id) };
      const answer = await access.call<ClosedAnswer>(PATHS.closed, { body });
      const closed = new Set(understood(closedAnswerSchema, answer).closed);
      for (const account of asked) if (closed.has(account._id)) await this.#lock(account);
    }
  }
}

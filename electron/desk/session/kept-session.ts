import { z } from 'zod';
import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LoginResponse, SignedInUser } from '#shared/protocol/sync.ts';
import { OpenLimit, offlineRefusal } from './offline-limit.ts';
import { lockWith, newKey, seal, unlock, unseal } from '../storage/session-key.ts';
import type { SavedSession, SessionStore } from './session-store.ts';

/** The system's keychain, as far as the desk may use it. */
export interface Keychain {
  available: boolean;
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

/** What counts of a kept session. It is sealed: nobody without the key makes another. */
const keptSchema = z.object({
  user: z.object({ _id: z.string(), name: z.string(), email: z.string(), role: z.string() }),
  signedInAt: z.number(),
  lastContact: z.number(),
  latest: z.number(),
});

/** What the server says of a session that it opened or renewed. */
type Answer = Pick<LoginResponse, 'user' | 'refreshToken' | 'deskProof'>;

type KeptState = z.infer<typeof keptSchema>;

const NOTED_EVERY_MS = 10 * 60_000;

const NOT_USABLE =
  'What this computer has kept of your sign-in cannot be used any more. Connect to the network to sign in.';

/** What is kept on this computer of the session that is open: who it is, and until when it goes on without the server. */
export class KeptSession {
  readonly #store: SessionStore;
  #key: Buffer;
  #user: SignedInUser;
  readonly #signedInAt: number;
  readonly #limit: OpenLimit;
  #notedAt = performance.now();

  private constructor(store: SessionStore, key: Buffer, state: KeptState) {
    this.#store = store;
    this.#key = key;
    this.#user = state.user;
    this.#signedInAt = state.signedInAt;
    this.#limit = new OpenLimit(state);
  }

  /** The server has said yes: keeps the session anew. The key stays where the password is the one it was locked with. */
  static async begin(
    store: SessionStore,
    keychain: SafeKeychain,
    answer: Answer,
    password: string,
  ): Promise<KeptSession> {
    const { user, refreshToken } = answer;
    const before = store.read(store.folderOf(user));
    const lock = before?.passwordLock;
    const kept = lock ? await unlock(password, lock) : null;
    const key = kept ?? newKey();
    const now = Date.now();
    const session = new KeptSession(store, key, { user, signedInAt: now, lastContact: now, latest: now });
    store.write({
      user,
      signedInAt: now,
      deskProof: answer.deskProof ?? before?.deskProof ?? null,
      sealed: session.#sealed(),
      passwordLock: await lockWith(password, key),
      locked: false,
      ...(await session.#forSystem(keychain, refreshToken)),
    });
    return session;
  }

  /**
   * A session that the key opens.
   * @throws PlainError `offline`: the server must be asked.
   */
  static open(store: SessionStore, saved: SavedSession, key: Buffer): KeptSession {
    const state = keptSchema.safeParse(saved.sealed === null ? undefined : unseal(key, saved.sealed));
    const same =
      state.success &&
      state.data.user._id === saved.user._id &&
      state.data.signedInAt === saved.signedInAt &&
      normaliseText(state.data.user.email) === normaliseText(saved.user.email);
    if (!same) throw new PlainError('offline', NOT_USABLE);
    const now = Date.now();
    const refusal = offlineRefusal(state.data, now);
    const session = new KeptSession(store, key, state.data);
    // Noted also where it is refused: a clock that is put back after that is behind.
    session.#note();
    if (refusal !== null) throw new PlainError('offline', refusal);
    return session;
  }

  get user(): SignedInUser {
    return this.#user;
  }

  get key(): Buffer {
    return this.#key;
  }

  /** Looks at the clock; gives why the session must close, or null. */
  refusal(): string | null {
    const refusal = this.#limit.refusal();
    if (refusal !== null || performance.now() - this.#notedAt > NOTED_EVERY_MS) this.#write();
    return refusal;
  }

  /** The server has answered. */
  contact(): void {
    this.#limit.contact();
    if (performance.now() - this.#notedAt > NOTED_EVERY_MS) this.#write();
  }

  /** The server has given a new token, and said who the user is now. */
  async renewed(keychain: SafeKeychain, { user, refreshToken, deskProof }: Answer): Promise<void> {
    this.#user = user;
    this.#limit.contact();
    const kept = await this.#forSystem(keychain, refreshToken);
    const proof = deskProof === undefined ? {} : { deskProof };
    this.#store.change(user, { user, sealed: this.#sealed(), ...kept, ...proof });
  }

  /** Another password: the old one opens nothing of what is kept from now on. */
  async passwordChanged(keychain: SafeKeychain, password: string): Promise<void> {
    const saved = this.#store.read(this.#store.folderOf(this.#user));
    // None is kept where only the server may say yes.
    if (!saved?.passwordLock) return;
    this.#key = newKey();
    const passwordLock = await lockWith(password, this.#key);
    const sealedKey = saved.sealedKey === null ? null : await keychain.seal(this.#key.toString('base64'));
    this.#store.change(this.#user, { sealed: this.#sealed(), passwordLock, sealedKey });
  }

  #note(): void {
    this.#limit.refusal();
    this.#write();
  }

  #write(): void {
    this.#notedAt = performance.now();
    this.#store.change(this.#user, { sealed: this.#sealed() });
  }

  #sealed(): string {
    const state: KeptState = { user: this.#user, signedInAt: this.#signedInAt, ...this.#limit.times };
    return seal(this.#key, state);
  }

  async #forSystem(
    keychain: SafeKeychain,
    refreshToken: string | undefined,
  ): Promise<Pick<SavedSession, 'sealedKey' | 'sealedRefreshToken'>> {
    if (refreshToken === undefined) return { sealedKey: null, sealedRefreshToken: null };
    return {
      sealedKey: await keychain.seal(this.#key.toString('base64')),
      sealedRefreshToken: await keychain.seal(refreshToken),
    };
  }
}

/** A keychain that is not there, or does not answer, keeps nothing: the user signs in again after a restart. */
export class SafeKeychain {
  readonly #keychain: Keychain;
  readonly #log: (line: string) => void;

  constructor(keychain: Keychain, log: (line: string) => void) {
    this.#keychain = keychain;
    this.#log = log;
  }

  async seal(text: string): Promise<string | null> {
    if (!this.#keychain.available) return null;
    try {
      return await this.#keychain.seal(text);
    } catch {
      this.#log('The keychain did not take the session; the user signs in again after a restart.');
      return null;
    }
  }

  async open(sealed: string | null): Promise<string | undefined> {
    if (sealed === null || !this.#keychain.available) return undefined;
    try {
      return await this.#keychain.open(sealed);
    } catch {
      this.#log('The keychain did not open the kept session; the user signs in again.');
      return undefined;
    }
  }

  async openKey(sealed: string | null): Promise<Buffer | undefined> {
    const text = await this.open(sealed);
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LoginResponse, SignedInUser } from '#shared/protocol/sync.ts';
import { OpenLimit, offlineRefusal, type Times } from './offline-limit.ts';
import { lockWith, newKey, seal, unlock, unseal } from '../storage/session-key.ts';
import { isMarkOf, markEmail, type SavedSession, type SessionStore } from './session-store.ts';
import type { DataKeys } from '../storage/data-keys.ts';
import {
  formerKeyOf,
  hasKey,
  isTwofold,
  keepKeys,
  keepOnly,
  makeKeys,
  openKeys,
  type Openers,
} from '../storage/key-file.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { putLockedAside } from '../storage/locked-aside.ts';
import { isPlainSqlite } from '../storage/sqlite-file.ts';
import { readMark } from '../outbox/outbox-mark.ts';
import { finishRepair } from '../outbox/outbox-opening.ts';
import { isDamagedPlain } from '../outbox/outbox-salvage.ts';
import { TakeOver } from '../workspace/take-over.ts';
import { OUTBOX_FILE } from '../workspace/workspace.ts';

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
type Answer = Pick<LoginResponse, 'user' | 'refreshToken' | 'deskProof' | 'dataKey'>;

type KeptState = z.infer<typeof keptSchema>;

const NOTED_EVERY_MS = 10 * 60_000;

const NOT_USABLE =
  'What this computer has kept of your sign-in cannot be used any more. Connect to the network to sign in.';

/** What is kept on this computer of the session that is open: who it is, and until when it goes on without the server. */
export class KeptSession {
  readonly #store: SessionStore;
  #key: Buffer;
  /** Of the user's data. */
  readonly keys: DataKeys;
  #user: SignedInUser;
  readonly #signedInAt: number;
  readonly #limit: OpenLimit;
  #notedAt = performance.now();
  /** The latest time that the disk says. */
  #notedTime: number;

  private constructor(store: SessionStore, key: Buffer, keys: DataKeys, state: KeptState) {
    this.#store = store;
    this.#key = key;
    this.keys = keys;
    this.#user = state.user;
    this.#signedInAt = state.signedInAt;
    this.#limit = new OpenLimit(state);
    this.#notedTime = latestOf(state);
  }

  /** The server has said yes: keeps the session anew. The key stays where the password is the one it was locked with. */
  static async begin(
    store: SessionStore,
    keychain: SafeKeychain,
    answer: Answer,
    password: string,
  ): Promise<KeptSession> {
    const { user, refreshToken } = answer;
    const folder = store.folderOf(user);
    const before = store.read(folder);
    const lock = before?.passwordLock;
    const kept = lock ? await unlock(password, lock) : null;
    const key = kept ?? newKey();
    const server = escrowOf(answer);
    const keys = await keysOfSignedIn(folder, password, { session: kept, server });
    const passwordLock = await lockWith(password, key);
    // Killed before the session is kept, its key is opened by this alone where the server gives none.
    keepKeys(folder, keys, { session: key, server }, server ? null : passwordLock);
    const now = Date.now();
    const times = { signedInAt: now, lastContact: now, latest: now };
    const session = new KeptSession(store, key, keys, { user, ...times });
    session.#limit.contact(now);
    store.write({
      user: { _id: user._id },
      email: markEmail(user.email),
      signedInAt: now,
      deskProof: answer.deskProof ?? before?.deskProof ?? null,
      sealed: session.#sealed(),
      passwordLock,
      locked: false,
      ...(await session.#forSystem(keychain, refreshToken)),
    });
    keepOnly(folder, keys, key);
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
      isMarkOf(saved.email, state.data.user.email);
    if (!same) throw new PlainError('offline', NOT_USABLE);
    const now = Date.now();
    const refusal = offlineRefusal(state.data, now);
    const keys = keysOfKept(store.folderOf(saved.user), key);
    const session = new KeptSession(store, key, keys, state.data);
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
    if (refusal !== null || this.#isDue) this.#write();
    return refusal;
  }

  /** The clock may have jumped ahead meanwhile, which the next start must know. */
  get #isDue(): boolean {
    const jumped = latestOf(this.#limit.times) - this.#notedTime > NOTED_EVERY_MS;
    return jumped || performance.now() - this.#notedAt > NOTED_EVERY_MS;
  }

  /**
   * The server has answered. Where the clock was ahead and is right now, that is noted at once: else it would be behind at the
   * next start. Nothing but an answer lowers what is noted so, or a clock that is put back would lengthen the days.
   */
  contact(): void {
    this.#limit.contact();
    const wentBack = this.#limit.times.latest < this.#notedTime;
    if (wentBack || this.#isDue) this.#write();
  }

  /** The server has given a new token, and said who the user is now. */
  async renewed(keychain: SafeKeychain, answer: Answer): Promise<void> {
    const { user, refreshToken, deskProof } = answer;
    this.#user = user;
    const server = escrowOf(answer);
    const folder = this.#store.folderOf(user);
    if (server && !isTwofold(folder, server)) keepKeys(folder, this.keys, { session: this.#key, server });
    this.#limit.contact();
    const kept = await this.#forSystem(keychain, refreshToken);
    const proof = deskProof === undefined ? {} : { deskProof };
    this.#keep({ email: markEmail(user.email), ...kept, ...proof });
  }

  /** Another password: the old one opens nothing of what is kept from now on. */
  async passwordChanged(keychain: SafeKeychain, password: string): Promise<void> {
    const saved = this.#store.read(this.#store.folderOf(this.#user));
    // None is kept where only the server may say yes.
    if (!saved?.passwordLock) return;
    this.#key = newKey();
    const folder = this.#store.folderOf(this.#user);
    keepKeys(folder, this.keys, { session: this.#key });
    const passwordLock = await lockWith(password, this.#key);
    const sealedKey = saved.sealedKey === null ? null : await keychain.seal(this.#key.toString('base64'));
    this.#keep({ passwordLock, sealedKey });
    keepOnly(folder, this.keys, this.#key);
  }

  #note(): void {
    this.#limit.refusal();
    this.#write();
  }

  /** What a full disk does not take is noted later: that keeps nobody from working, nor a session from being closed. */
  #write(): void {
    this.#notedAt = performance.now();
    try {
      this.#keep();
    } catch (error) {
      if (!isDiskRefusal(error)) throw error;
    }
  }

  #keep(more: Partial<SavedSession> = {}): void {
    this.#store.change(this.#user, { sealed: this.#sealed(), ...more });
    this.#notedTime = latestOf(this.#limit.times);
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

const latestOf = ({ latest, lastContact }: Times): number => Math.max(latest, lastContact);

/** The key that the server gave with a sign-in; it is kept nowhere. */
export function escrowOf({ dataKey }: Pick<LoginResponse, 'dataKey'>): Buffer | null {
  const key = dataKey === undefined ? null : Buffer.from(dataKey, 'base64');
  return key?.length === 32 ? key : null;
}

/** The server has said yes: where nothing opens what was here, it is put aside and new data begins. */
async function keysOfSignedIn(folder: string, password: string, openers: Openers): Promise<DataKeys> {
  const opened = openKeys(folder, openers);
  if (opened) return opened;
  const former = await formerKeyOf(folder, password);
  return (former && openKeys(folder, { session: former })) ?? newKeysFor(folder);
}

/** @throws PlainError `offline` where only the server has the key. */
function keysOfKept(folder: string, session: Buffer): DataKeys {
  const opened = openKeys(folder, { session });
  if (opened) return opened;
  if (hasKey(folder)) throw new PlainError('offline', NOT_USABLE);
  const keys = newKeysFor(folder);
  keepKeys(folder, keys, { session });
  return keys;
}

/** Plain data of an earlier version is taken over with them; what is encrypted, nothing opens. */
function newKeysFor(folder: string): DataKeys {
  const keys = makeKeys();
  const outbox = join(folder, OUTBOX_FILE);
  finishRepair(outbox);
  const takeOver = new TakeOver(folder, keys);
  const isPlain = !existsSync(outbox) || isPlainSqlite(outbox) || isDamagedPlain(outbox);
  if (hasKey(folder) || !isPlain) putLockedAside(folder, readMark(outbox));
  else takeOver.begin();
  return keys;
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

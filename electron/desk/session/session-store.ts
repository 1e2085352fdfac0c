import { createHash, randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { normaliseText } from '#shared/model/search-text.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import { begunErasings } from '../storage/begun-erasing.ts';
import {
  readPrivateJson,
  removeFile,
  userFolder,
  userFolders,
  writePrivateJson,
} from '../storage/data-folders.ts';
import { closeKeys, finishKeyFiles } from '../storage/key-file.ts';
import { finishSealing, replacePlain } from '../storage/sealed-file.ts';

const savedSchema = z.object({
  /** To find the file by; what counts is in `sealed`. */
  user: z.object({ _id: z.string() }),
  /** A hash of the email, which finds the file too. */
  email: z.object({ salt: z.string(), hash: z.string() }),
  /** Milliseconds since 1970 of the last sign-in that the server granted; to find the newest file by. */
  signedInAt: z.number().catch(0),
  /** The session as it counts (`KeptState`), under its key; null where only the server may say yes. */
  sealed: z.string().nullable().catch(null),
  /** The key as the user's password opens it, for signing in offline. */
  passwordLock: z.object({ salt: z.string(), box: z.string() }).nullable().catch(null),
  /** The key as the system's keychain sealed it; null where there is no keychain, or nobody signed in. */
  sealedKey: z.string().nullable().catch(null),
  /** The refresh token as the system's keychain sealed it, likewise. */
  sealedRefreshToken: z.string().nullable().catch(null),
  /** Whether the windows were locked: another start does not open them. */
  locked: z.boolean().catch(false),
  /** What the server knows this desk of the user by: no key to anything, it only keeps strangers' failures apart. */
  deskProof: z.string().nullable().catch(null),
});

export type SavedSession = z.infer<typeof savedSchema>;

/** As earlier versions wrote it. */
const formerSchema = savedSchema
  .omit({ email: true })
  .extend({ user: z.object({ _id: z.string(), email: z.string() }) });

export type EmailMark = SavedSession['email'];

/** A mark by which an email is known again, and not read. */
export function markEmail(email: string, salt = randomBytes(16).toString('base64')): EmailMark {
  const hash = createHash('sha256').update(salt).update(normaliseText(email)).digest('base64');
  return { salt, hash };
}

export const isMarkOf = (mark: EmailMark, email: string): boolean =>
  markEmail(email, mark.salt).hash === mark.hash;

/** Of a session that only the server may open again. */
const CLOSED = { sealed: null, passwordLock: null, sealedKey: null, sealedRefreshToken: null } as const;

const SESSION_FILE = 'session.json';
const SIGNED_IN_FILE = 'signed-in.json';

/** What is kept of the sessions on this computer, in each user's folder. No password and no open token is among it. */
export class SessionStore {
  readonly #folder: string;

  constructor(folderOfServer: string) {
    this.#folder = folderOfServer;
    for (const folder of userFolders(folderOfServer)) {
      this.#takeOver(join(folder, SESSION_FILE));
      finishKeyFiles(folder);
    }
  }

  /** The file of an earlier version told whose it was. */
  #takeOver(path: string): void {
    finishSealing(path);
    const former = formerSchema.safeParse(readPrivateJson(path));
    if (!former.success) return;
    const { user, ...rest } = former.data;
    const saved: SavedSession = { ...rest, user: { _id: user._id }, email: markEmail(user.email) };
    replacePlain(path, Buffer.from(JSON.stringify(saved)));
  }

  /** Those whose data was being erased when the application ended. */
  begunErasings(): ReturnType<typeof begunErasings> {
    return begunErasings(this.#folder);
  }

  folderOf(user: Pick<SignedInUser, '_id'>): string {
    return userFolder(this.#folder, user._id);
  }

  /** What is kept in a folder; nothing where it speaks of a user whose folder is another. */
  read(folder: string): SavedSession | undefined {
    const parsed = savedSchema.safeParse(readPrivateJson(join(folder, SESSION_FILE)));
    if (!parsed.success || this.folderOf(parsed.data.user) !== folder) return undefined;
    return parsed.data;
  }

  /** The sessions of all accounts that have, or had, this email, newest first. */
  allByEmail(email: string): SavedSession[] {
    return userFolders(this.#folder)
      .flatMap((folder) => this.read(folder) ?? [])
      .filter((saved) => isMarkOf(saved.email, email))
      .sort((one, other) => other.signedInAt - one.signedInAt);
  }

  /** Those of accounts of which something opens here without the server, by their ids. */
  opening(): SavedSession['user'][] {
    return userFolders(this.#folder)
      .flatMap((folder) => this.read(folder) ?? [])
      .filter(({ sealed, passwordLock }) => sealed !== null || passwordLock !== null)
      .map(({ user }) => user);
  }

  write(saved: SavedSession): void {
    writePrivateJson(join(this.folderOf(saved.user), SESSION_FILE), saved);
  }

  change(user: Pick<SignedInUser, '_id'>, change: Partial<SavedSession>): void {
    const saved = this.read(this.folderOf(user));
    if (saved) this.write({ ...saved, ...change });
  }

  /** From now on only the server opens the user's data. */
  closeOffline(user: Pick<SignedInUser, '_id'>): void {
    const folder = this.folderOf(user);
    try {
      closeKeys(folder, this.read(folder)?.passwordLock ?? null);
    } catch {
      // The keys cannot be read for now: nothing opens all the same, and the password's lock may be all that ever does.
      return this.expire(user);
    }
    this.change(user, CLOSED);
    if (this.#signedInFolder() === this.folderOf(user)) this.setSignedIn(null);
  }

  /** The session came to its end by its age, or by a restore of the server: only the server opens it again, and what is kept stays the user's. */
  expire(user: Pick<SignedInUser, '_id'>): void {
    this.change(user, { sealed: null, sealedKey: null, sealedRefreshToken: null });
    if (this.#signedInFolder() === this.folderOf(user)) this.setSignedIn(null);
  }

  /** This is another desk than the one that kept the sessions: they are that one's, and are opened anew here. */
  leaveDesk(): void {
    for (const folder of userFolders(this.#folder)) {
      const saved = this.read(folder);
      if (saved) this.write({ ...saved, deskProof: null, sealedKey: null, sealedRefreshToken: null });
    }
    this.setSignedIn(null);
  }

  forget(user: Pick<SignedInUser, '_id'>): void {
    const folder = this.folderOf(user);
    try {
      closeKeys(folder, this.read(folder)?.passwordLock ?? null);
    } catch {
      // As above.
      return this.expire(user);
    }
    removeFile(join(folder, SESSION_FILE));
  }

  #signedInFolder(): string | undefined {
    const content = readPrivateJson(join(this.#folder, SIGNED_IN_FILE));
    if (typeof content !== 'object' || content === null || !('folder' in content)) return undefined;
    return userFolders(this.#folder).find((each) => basename(each) === content.folder);
  }

  /** The session that is open again at the next start. */
  signedIn(): SavedSession | undefined {
    const folder = this.#signedInFolder();
    return folder === undefined ? undefined : this.read(folder);
  }

  setSignedIn(user: SignedInUser | null): void {
    const path = join(this.#folder, SIGNED_IN_FILE);
    if (user) writePrivateJson(path, { folder: basename(this.folderOf(user)) });
    else removeFile(path);
  }
}

import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { normaliseText } from '#shared/model/search-text.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import { readPrivateJson, removeFile, userFolder, userFolders, writePrivateJson } from './data-folders.ts';

const savedSchema = z.object({
  user: z.object({ _id: z.string(), name: z.string(), email: z.string(), role: z.string() }),
  /** argon2id hash of the password, for signing in offline; null where only the server may say yes. */
  verifier: z.string().nullable(),
  /** Milliseconds since 1970 of the last contact with the server. */
  lastContact: z.number(),
  /** The refresh token as the system's keychain sealed it; null where there is no keychain, or nobody signed in. */
  sealedRefreshToken: z.string().nullable(),
  /** What the server knows this desk of the user by: no key to anything, it only keeps strangers' failures apart. */
  deskProof: z.string().nullable().default(null),
});

export type SavedSession = z.infer<typeof savedSchema>;

const SESSION_FILE = 'session.json';
const SIGNED_IN_FILE = 'signed-in.json';

/** What is kept of the sessions on this computer, in each user's folder. No password and no open token is among it. */
export class SessionStore {
  readonly #folder: string;

  constructor(folderOfServer: string) {
    this.#folder = folderOfServer;
  }

  folderOf(user: Pick<SignedInUser, '_id'>): string {
    return userFolder(this.#folder, user._id);
  }

  read(folder: string): SavedSession | undefined {
    const parsed = savedSchema.safeParse(readPrivateJson(join(folder, SESSION_FILE)));
    return parsed.success ? parsed.data : undefined;
  }

  byEmail(email: string): SavedSession | undefined {
    const wanted = normaliseText(email);
    return userFolders(this.#folder)
      .map((folder) => this.read(folder))
      .find((saved) => saved !== undefined && normaliseText(saved.user.email) === wanted);
  }

  write(saved: SavedSession): void {
    writePrivateJson(join(this.folderOf(saved.user), SESSION_FILE), saved);
  }

  change(user: SignedInUser, change: Partial<SavedSession>): void {
    const saved = this.read(this.folderOf(user));
    if (saved) this.write({ ...saved, ...change });
  }

  forget(user: SignedInUser): void {
    removeFile(join(this.folderOf(user), SESSION_FILE));
  }

  /** The session that is open again at the next start. */
  signedIn(): SavedSession | undefined {
    const content = readPrivateJson(join(this.#folder, SIGNED_IN_FILE));
    if (typeof content !== 'object' || content === null || !('folder' in content)) return undefined;
    const folder = userFolders(this.#folder).find((each) => basename(each) === content.folder);
    return folder === undefined ? undefined : this.read(folder);
  }

  setSignedIn(user: SignedInUser | null): void {
    const path = join(this.#folder, SIGNED_IN_FILE);
    if (user) writePrivateJson(path, { folder: basename(this.folderOf(user)) });
    else rmSync(path, { force: true });
  }
}

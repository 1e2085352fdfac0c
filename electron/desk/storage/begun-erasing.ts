import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, removeFile, writePrivateJson } from './data-folders.ts';

/**
 * That data of a user is being erased, beside the user's folder until it is done: what a process that was killed has left of
 * it goes at the next start. It says nothing of anybody.
 */
const ENDING = '.erasing.json';

const erasingSchema = z.object({
  /** `all` of a folder, `fetched` what was fetched; `wished` that too, where the user wished it and changes are nowhere else. */
  what: z.enum(['all', 'wished', 'fetched']),
  /** The account was closed: what the server said. */
  closed: z.object({ code: z.string(), error: z.string() }).optional(),
  /** A restored server ended the session: the password opens what is kept once the server has said yes. */
  byRestore: z.boolean().optional(),
});

export type Erasing = z.infer<typeof erasingSchema>;

export function beginErasing(folder: string, erasing: Erasing): void {
  try {
    writePrivateJson(folder + ENDING, erasing);
  } catch {
    // Without room for the note it is erased all the same.
  }
}

export const endErasing = (folder: string): void => removeFile(folder + ENDING);

/** The folders of users on which an erasing was begun and is not at its end. */
export function begunErasings(folderOfServer: string): { folder: string; erasing: Erasing }[] {
  return readdirSync(folderOfServer)
    .filter((name) => name.startsWith('user-') && name.endsWith(ENDING))
    .map((name) => join(folderOfServer, name.slice(0, -ENDING.length)))
    .flatMap((folder) => {
      const erasing = begunErasing(folder);
      return erasing === null ? [] : [{ folder, erasing }];
    });
}

export const begunErasing = (folder: string): Erasing | null =>
  erasingSchema.safeParse(readPrivateJson(folder + ENDING)).data ?? null;

import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, removeFile, writePrivateJson } from './data-folders.ts';

/**
 * What has to be done in a user's outbox and could not be, since nothing at hand opened it: it is done at the next opening,
 * before anything is shown. It says nothing of anybody.
 */
const NEXT_FILE = 'next-opening.json';

const nextSchema = z.object({
  /** What was fetched is gone: so are the values of others, and what the user wrote is all that stays. */
  fetchedErased: z.boolean().optional(),
  /** It is gone at the user's wish: what the server has of the user's own changes goes likewise. */
  wished: z.boolean().optional(),
  /** An import was not at its end, or may not have been. */
  importErased: z.boolean().optional(),
  /** The account was closed: the values of what waits go too, with what the server said. */
  closed: z.object({ code: z.string(), error: z.string() }).optional(),
  /** An earlier outbox could not be opened by any key: until when it was written, where that is known. */
  lockedAway: z.object({ at: z.string().nullable(), changes: z.number() }).optional(),
});

export type NextOpening = z.infer<typeof nextSchema>;

export function readNextOpening(folder: string): NextOpening {
  return nextSchema.safeParse(readPrivateJson(join(folder, NEXT_FILE))).data ?? {};
}

export function noteForNextOpening(folder: string, work: NextOpening): void {
  writePrivateJson(join(folder, NEXT_FILE), { ...readNextOpening(folder), ...work });
}

export function clearNextOpening(folder: string): void {
  removeFile(join(folder, NEXT_FILE));
}

import { z } from 'zod';
import type { EntityName } from '#shared/model/entities.ts';
import { newId } from '#shared/model/new-id.ts';
import type { ErrorCode } from './errors.ts';

/** Longest title of a change set, in characters. */
export const SET_TITLE_LENGTH = 200;
/** Everybody finds what they did in the last so many days, and can take it back. */
export const CHANGES_DAYS = 30;

const id = z.string().min(1).max(100);

/**
 * Control characters, and halves of surrogate pairs: databases keep neither as they are. Marks that turn the order of
 * letters around would do so beyond the title, in the sentence that it stands in.
 */
const NOT_IN_TITLES = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** A title as a set may have it, of what people call things: in one line, and no longer than is read. */
export function setTitle(text: string): string {
  const clean = Array.from(text.replaceAll(/\s+/gu, ' ').trim(), (letter) =>
    NOT_IN_TITLES.test(letter) ? '' : letter,
  );
  if (clean.join('').length <= SET_TITLE_LENGTH) return clean.join('') || 'Change';
  let short = '';
  for (const letter of clean) {
    if (short.length + letter.length >= SET_TITLE_LENGTH) break;
    short += letter;
  }
  return `${short}…`;
}

/**
 * What a person did in one go, as one of its changes names it. The changes of a part are applied wholly or not at all;
 * a set of more than a push takes has several parts, numbered from 0.
 */
export const changeSetSchema = z.strictObject({
  id,
  /** In the user's words, as "Status of 40 candidates". */
  title: z
    .string()
    .min(1)
    .max(SET_TITLE_LENGTH)
    .refine((title) => !NOT_IN_TITLES.test(title)),
  part: z.int().min(0),
  /** The set that this one takes back. */
  undoes: id.optional(),
});

export type ChangeSet = z.infer<typeof changeSetSchema>;

/** Parts things, in their order, into runs of those that follow each other with the same part of a set. */
export function runsOf<Item>(items: readonly Item[], partOf: (item: Item) => string | null): Item[][] {
  const runs: Item[][] = [];
  let last: string | null = null;
  for (const item of items) {
    const part = partOf(item);
    const run = runs.at(-1);
    if (run && part !== null && part === last) run.push(item);
    else runs.push([item]);
    last = part;
  }
  return runs;
}

/** What the changes of one part of a set have in common; null for a change of no set. */
export const partOf = (set: ChangeSet | undefined): string | null => (set ? `${set.part} ${set.id}` : null);

/** What an undo left as it is, and why: somebody changed it since, or the role may not change it. */
export interface Left {
  entity: EntityName;
  recordId: string;
  /** What people call the record. */
  title: string;
  /** Label of the field; null for the record as a whole. */
  field: string | null;
  /** A sentence. */
  reason: string;
}

/** A change set as a list shows it. */
export interface ChangeSetLine {
  id: string;
  title: string;
  /** ISO time of its first part. */
  at: string;
  /** Who made it: the id and name of the user. */
  by: { _id: string; name: string };
  /** How many changes of records it made. */
  changes: number;
  /** The set that it took back, and the one that took it back. */
  undoes: string | null;
  undoneBy: string | null;
}

/** The refusal of a change that belongs to one that was refused. @param title of the whole; empty where nobody may know it */
export function refusedWith(
  cause: { id: string; code: ErrorCode; error: string },
  id: string,
  title: string,
): { id: string; status: 'refused'; code: ErrorCode; error: string; refusedWith: string } {
  const whole = title === '' ? 'a change' : `“${title}”`;
  const error = `This belongs to ${whole}, of which another change was refused, so it was not saved either: ${cause.error}`;
  return { id, status: 'refused', code: cause.code, error, refusedWith: cause.id };
}

export const CHANGES_LIMIT = 100;

/** Query of GET on the change sets, whose answer is `ChangeSetLine[]`: newest first, those before a place. */
export const changesQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(CHANGES_LIMIT).default(50),
  /** `placeOf` the last line of the answer before. */
  before: z.string().max(200).optional(),
  /** Only one's own, for those who may read everybody's. */
  mine: z.literal('1').optional(),
});

/** Where a set stands in the order of the list. */
export const placeOf = ({ at, id }: Pick<ChangeSetLine, 'at' | 'id'>): string => `${at} ${id}`;

/**
 * Body of POST on the undo of a set. A set of many changes is undone in several calls: each goes on where the one before
 * ended, and says how far it came.
 */
export const undoRequestSchema = z.strictObject({
  /** Id of the set that takes it back: a call that is repeated with it goes on, and does nothing twice. The first may leave it out. */
  set: id.default(newId),
  /** `next` of the call before; 0 for the first. */
  from: z.int().min(0).default(0),
  /** When the server had done it first, by its own clock, where it was put back to an older state since. */
  ackedAt: z.iso.datetime().optional(),
});

export type UndoRequest = z.infer<typeof undoRequestSchema>;

export interface UndoAnswer {
  /** Id of the set that takes it back. */
  set: string;
  /** Of the set that was undone. */
  title: string;
  /** Changes that were looked at so far, and in all. */
  done: number;
  total: number;
  /** Where the next call goes on; null where all is done. */
  next: number | null;
  /** What this call left as it is. */
  left: Left[];
  /** ISO time of the server. */
  at: string;
}

/** What such an answer must have before a desk goes on by it. */
export const undoAnswerSchema = z.object({
  title: z.string(),
  next: z.int().min(1).nullable(),
  left: z.array(z.unknown()),
  at: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
});

import { z } from 'zod';
import { DATA_SUBJECTS } from '#shared/access/persons.ts';
import { ERASURE_MONTHS } from '#shared/model/office-setting.ts';
import { COPY_FORMATS, eraseSchema } from './persons.ts';
import { auditQuerySchema, dataTakenQuerySchema, type AuditLine, type DataTakenLine } from './audit.ts';
import { entity, id } from './call-parts.ts';
import type { ChangeSetLine } from './change-sets.ts';
import {
  eraseProposedSchema,
  proposalsQuerySchema,
  type ErasedOrNot,
  type ProposalsPage,
} from './erasure.ts';
import { MOST_AT_ONCE } from './list-calls.ts';
import type { DeletedRecord, HistoryEntry } from './history.ts';

// The part of the bridge that tells what was done, and takes it back.

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Whether there are older ones. */
  more: boolean;
}

export interface DeletedPage {
  records: DeletedRecord[];
  /** Whether there are some that were deleted before. */
  more: boolean;
}

/** A change set as the list of recent changes shows it. */
export interface RecentChange extends ChangeSetLine {
  /** `waiting`: not on the server yet; `refused`: it is in the sync tray. */
  state: 'done' | 'waiting' | 'refused';
  /** Why it cannot be taken back, as a sentence; null where it can. */
  final: string | null;
}

export interface ChangesPage {
  changes: RecentChange[];
  /** null where there are no older ones. */
  cursor: string | null;
  /** Whether it is only what was done on this computer, because the server cannot be reached. */
  hereOnly: boolean;
}

export interface AuditPage {
  lines: AuditLine[];
  /** Whether there are older ones. */
  more: boolean;
}

export interface DataTakenPage {
  lines: DataTakenLine[];
  /** Whether there are older ones. */
  more: boolean;
}

export const pastParams = {
  /** What people did, newest first: the user's own, or everybody's. Offline, what was done on this computer. */
  'changes.list': z.strictObject({ mine: z.boolean().optional(), before: z.string().max(200).optional() }),
  /**
   * Takes a change set back; also offline, where it was made on this computer. What somebody changed since stays, and is
   * told of by an `undone` event. Progress comes as `undo` events under the set's id.
   */
  'changes.undo': z.strictObject({ set: id }),
  /** Takes back what the user did last on this computer since signing in. */
  'changes.undoLast': z.strictObject({}),
  /** A page of a record's history, newest first, online; `before` is the seq of the last entry that is shown already. */
  'history.of': z.strictObject({ entity, id, before: z.int().min(0).optional() }),
  /** A page of the records of an entity that were deleted, the last first, online; `before` is the place of the last one shown already. */
  'history.deleted': z.strictObject({ entity, before: z.string().max(200).optional() }),
  /** Writes all that is kept about a person to a file that the user chooses, online, for administrators. */
  'persons.copy': z.strictObject({ entity: z.enum(DATA_SUBJECTS), id, format: z.enum(COPY_FORMATS) }),
  /** Erases a person for ever, online, for a Super Admin; every desk hears of it at its next contact. */
  'persons.erase': eraseSchema.extend({ entity: z.enum(DATA_SUBJECTS), id }),
  /** After how many months without contact inquiries are proposed for erasure, and the way to decide that, for a Super Admin. */
  'erasure.months': z.strictObject({}),
  'erasure.setMonths': z.strictObject({ months: z.enum(ERASURE_MONTHS).nullable() }),
  /** A page of those who are proposed, online; `after` is where the page before ended. */
  'erasure.proposals': proposalsQuerySchema,
  /** Keeps them for as long again: remembered with each of them, on every desk. */
  'erasure.keep': z.strictObject({ ids: z.array(id).min(1).max(MOST_AT_ONCE) }),
  /** Erases those of them who are still proposed, online. */
  'erasure.erase': eraseProposedSchema,
  /** A page of the audit log, newest first, online, for a Super Admin; `before` is the id of the last line shown already. */
  'audit.lines': auditQuerySchema.omit({ limit: true }),
  /** How many rows each user took, some days at a time, online, for a Super Admin; `before` is the last day shown already. */
  'audit.dataTaken': dataTakenQuerySchema.omit({ days: true }),
} as const;

export interface PastResults {
  'changes.list': ChangesPage;
  /** The title of what was taken back, and the set that does it; null where it had not left this computer. */
  'changes.undo': { title: string; set: string | null };
  /** null where there is nothing. */
  'changes.undoLast': { title: string; set: string | null } | null;
  'history.of': HistoryPage;
  'history.deleted': DeletedPage;
  /** In a browser `download` is the path from which the page fetches it, once. null twice where the user decided against it. */
  'persons.copy': { fileName: string | null; download: string | null };
  /** How many records it was. */
  'persons.erase': { erased: number };
  'erasure.months': { months: string | null };
  'erasure.setMonths': { set: string | null };
  'erasure.proposals': ProposalsPage;
  /** `set` takes it back. */
  'erasure.keep': { set: string | null };
  'erasure.erase': ErasedOrNot[];
  'audit.lines': AuditPage;
  'audit.dataTaken': DataTakenPage;
}

import { z } from 'zod';
import { OWNER_FIELD, type OwnedEntity } from '#shared/access/leads.ts';
import { ACTIVITY_KINDS, CALL_OUTCOMES } from '#shared/model/activity.ts';
import { MESSAGE_CHANNELS } from '#shared/model/message-template.ts';
import { MERGEABLE } from '#shared/model/merged-record.ts';
import { entityNames, type EntityName } from '#shared/model/entities.ts';
import { fieldConditionsSchema } from '#shared/model/field-condition.ts';
import type { ValueCount } from '#shared/model/board.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { MAX_FILE_BYTES, type PictureType } from '#shared/model/picture.ts';
import type { FieldIssue } from '#shared/model/validation.ts';
import type { DashboardStats } from './dashboard.ts';
import {
  DUPLICATE_SIGNS,
  MOST_IN_GROUP,
  MOST_MERGED,
  type Compared,
  type ContactMatch,
  type DuplicateGroupsPage,
  type DuplicatesFound,
  type LedTo,
} from './duplicates.ts';

export type { RecordView } from './record-view.ts';
export type { Compared, ContactMatch, DuplicateGroupsPage, DuplicatesFound, LedTo } from './duplicates.ts';
import type { ErrorCode } from './errors.ts';
import type { ChangeSetLine, Left } from './change-sets.ts';
import { importParams, type ImportEvents, type ImportResults } from './import.ts';
import { MOST_LEFT_OUT, MOST_SELECTED, type ManyResult } from './many.ts';
import type { PersonToMessage } from './messages.ts';
import { auditQuerySchema, dataTakenQuerySchema, type AuditLine, type DataTakenLine } from './audit.ts';
import type { DeletedRecord, HistoryEntry } from './history.ts';
import {
  firstCodeSchema,
  proofSchema,
  secondFactorQuerySchema,
  type RecoveryCodes,
  type SecondFactorEnrolment,
  type SecondFactorStatus,
} from './second-factor.ts';
import type { RecordView } from './record-view.ts';
import type { SessionInfo } from './sessions.ts';
import { fileQuerySchema, type Operation, type SignedInUser } from './sync.ts';
import { todayListSchema, WHOSE, type TodayCounts, type TodayFigures, type TodayPage } from './today.ts';

/**
 * The contract between the renderer and the desk: names, arguments, results, errors and events. It is bound to
 * Electron's message ports and to the loopback WebSocket alike; the desk validates every call with these schemas.
 */

const entity = z.enum(entityNames as [EntityName, ...EntityName[]]);
const id = z.string().min(1).max(100);
const ownedEntity = z.enum(Object.keys(OWNER_FIELD) as [OwnedEntity, ...OwnedEntity[]]);
const fieldName = z.string().min(1).max(60);

const filterValue = z.union([
  z.string().max(200),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(50).readonly(),
  z.strictObject({ from: z.string().max(40).optional(), to: z.string().max(40).optional() }),
  z.strictObject({ empty: z.boolean() }),
  z.strictObject({ holds: z.string().max(200) }),
  z.strictObject({
    not: z.union([z.string().max(200), z.boolean(), z.array(z.string().max(200)).max(50).readonly()]),
  }),
]);

const filter = z.record(fieldName, filterValue);

/** Columns that a list can show at once. */
export const MOST_COLUMNS = 60;

export const listQuerySchema = z.strictObject({
  entity,
  /** Name of one of the entity's lists: gives columns, base filter and search scope. */
  list: z.string().max(60),
  filter: filter.optional(),
  /** Rows that fit one of these filters, beside all else that is asked. */
  anyOf: z.array(filter).min(1).max(5).optional(),
  /** What is asked of single fields besides; any that the role may read. */
  conditions: fieldConditionsSchema.optional(),
  search: z.string().max(200).optional(),
  /** Fields that its rows carry and its exports show, in this order, in the place of the list's own columns. */
  columns: z.array(fieldName).min(1).max(MOST_COLUMNS).optional(),
  /** Where few rows hold the search: below them those that hold it with one slip of the keys set right. */
  similar: z.boolean().optional(),
  /** Default: the list's own order. */
  sort: z.strictObject({ field: fieldName, direction: z.enum(['asc', 'desc']) }).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
});

export type ListQuery = z.infer<typeof listQuerySchema>;

/** Which rows of a list are meant: those with these ids as far as they are still in it, or all but those. */
export const pickedSchema = z.strictObject({
  ids: z.array(id).max(MOST_SELECTED).optional(),
  except: z.array(id).max(MOST_LEFT_OUT).optional(),
});

export type Picked = z.infer<typeof pickedSchema>;

/** Rows of a list that somebody has selected. */
const selection = z.strictObject({
  query: listQuerySchema.omit({ offset: true, limit: true, sort: true, similar: true, columns: true }),
  picked: pickedSchema,
});

/** A row of a list: `_id`, the list's columns, and for each reference its shown text under `{field}.{display}`. */
export type ListRow = AnyRecord & { _waiting?: boolean; _similar?: boolean };

export interface ListPage {
  rows: ListRow[];
  /** How many of the list's last rows do not hold the search but nearly do; absent where none was looked for. */
  similar?: number;
  /** null where counting would have held up the rows: ask `records.count`. */
  total: number | null;
}

/** Records that can be asked about in one call. */
export const MOST_AT_ONCE = 500;

export const params = {
  ...importParams,
  'session.get': z.strictObject({}),
  /** Refused with `second-factor` where a `code` is wanted too, or the one given was wrong. */
  'session.signIn': z.strictObject({
    email: z.string().max(200),
    password: z.string().max(200),
    code: z.string().max(40).optional(),
  }),
  /**
   * Refused with `conflict` while changes wait, unless `evenIfWaiting`. With `wipe` the user's data on this computer is
   * erased, but for changes that are nowhere else.
   */
  'session.signOut': z.strictObject({ evenIfWaiting: z.boolean().optional(), wipe: z.boolean().optional() }),

  /** Whether this computer's own server has no user yet, so that its first administrator can be made here. */
  'firstStart.get': z.strictObject({}),
  'firstStart.makeAdmin': z.strictObject({
    name: z.string().max(200),
    email: z.string().max(200),
    password: z.string().max(200),
  }),
  /** Starts the application again with demo data, in a data folder of its own. */
  'firstStart.openDemo': z.strictObject({}),

  'records.list': listQuerySchema,
  'records.count': listQuerySchema.omit({ offset: true, limit: true, sort: true }),
  /** How many rows of a list have each value of a field that has one value of a few: the columns of a board. */
  'records.countBy': listQuerySchema
    .omit({ offset: true, limit: true, sort: true, similar: true, columns: true })
    .extend({ field: fieldName }),
  'records.get': z.strictObject({ entity, id }),
  /** With `base` null the record is new and `id` is one that the renderer made (UUID v7) or null to have one made. */
  'records.save': z.strictObject({
    entity,
    id: id.nullable(),
    base: z.int().min(0).nullable(),
    changes: z.record(fieldName, z.unknown()),
    /** The values of the changed fields that the user was shown; without it, those that the record has now. */
    seen: z.record(fieldName, z.unknown()).optional(),
  }),
  'records.delete': z.strictObject({ entity, id }),
  'records.restore': z.strictObject({ entity, id }),

  /** Of selected rows: how many there are now, and which of those that were named are no longer in the list. */
  'records.selected': selection,
  /**
   * Gives the selected records the same values, as one change set with the id, which the renderer makes: a call that is
   * repeated with it does nothing twice, and goes on where an earlier one was interrupted. Records that the user may not
   * change stay as they are and are counted. Progress comes as `many` events, the result as `manyDone` too.
   */
  'records.setMany': selection.extend({ id, changes: z.record(fieldName, z.unknown()) }),
  'records.deleteMany': selection.extend({ id }),
  /** Brings deleted records back, in the same way. */
  'records.restoreMany': z.strictObject({ id, entity, ids: z.array(id).min(1).max(MOST_AT_ONCE) }),
  /** Stops it: what was changed so far stays, and can be taken back. */
  'records.stopMany': z.strictObject({ id }),

  /** Choices for a reference field: records of an entity that its search finds. */
  'records.choices': z.strictObject({
    entity,
    search: z.string().max(200).optional(),
    filter: filter.optional(),
    limit: z.int().min(1).max(500),
  }),

  /**
   * The different values that a field of one value holds in the records here, in alphabetical order; with `search`
   * those that hold it. What differs by case or accents alone counts as one where the field has a sort key.
   */
  'records.values': z.strictObject({ entity, field: fieldName, search: z.string().max(200).optional() }),

  /** People of every kind that the role may see, by parts of name, phone number or email. */
  'people.find': z.strictObject({ search: z.string().max(200), limit: z.int().min(1).max(50) }),

  /**
   * Gives the inquiries of a lead status another one, or none, and deletes it then; what was moved before an
   * interruption stays moved. Progress comes as `move` events under the id, which the renderer makes.
   */
  'leadStatuses.replace': z.strictObject({ id, status: id, by: id.nullable() }),
  /**
   * Logs what was done about a person, in one change set with the next call and the lead status, where those are given
   * (null empties them). The renderer makes the activity's id: a call that is repeated with it logs nothing twice.
   */
  'activities.log': z.strictObject({
    id,
    about: z.strictObject({ entity: z.enum(['candidate', 'inquiry']), id }),
    kind: z.enum(ACTIVITY_KINDS),
    outcome: z.enum(CALL_OUTCOMES).nullable(),
    note: z.string().max(20_000).nullable(),
    nextCall: z.string().max(40).nullable().optional(),
    leadStatus: id.nullable().optional(),
  }),
  /** What was done about a person, newest first. */
  'activities.of': z.strictObject({
    about: z.strictObject({ entity: z.enum(['candidate', 'inquiry']), id }),
    offset: z.int().min(0),
  }),
  /** The newest activity of each of these people; those about whom there is none are left out. */
  'activities.last': z.strictObject({
    entity: z.enum(['candidate', 'inquiry']),
    ids: z.array(id).max(MOST_AT_ONCE),
  }),

  /** The selected people in the order of the list, for messages one after the other; refused where they are too many. */
  'messages.people': z.strictObject({
    query: listQuerySchema
      .omit({ offset: true, limit: true, similar: true })
      .extend({ entity: z.enum(['candidate', 'inquiry']) }),
    picked: pickedSchema,
    channel: z.enum(MESSAGE_CHANNELS),
  }),

  /**
   * Who has a phone number or an email address already, while it is typed: for a candidate or an inquiry among both, for
   * others among their own. `id` is the record that it is typed for, null for a new one.
   */
  'records.withContact': z.strictObject({
    entity,
    field: fieldName,
    value: z.string().max(200),
    id: id.nullable(),
  }),
  /** Where a record leads that is not there any more because it was merged into another one. */
  'records.leadsTo': z.strictObject({ entity, id }),
  /**
   * Looks for candidates and inquiries that may be the same person; `again` where a result of before will not do. Progress
   * comes as `duplicates` events.
   */
  'duplicates.find': z.strictObject({ again: z.boolean().optional() }),
  /** A page of what was found last, without what has been dealt with since. */
  'duplicates.groups': z.strictObject({
    by: z.enum(DUPLICATE_SIGNS).optional(),
    offset: z.int().min(0),
    limit: z.int().min(1).max(100),
  }),
  /** These records are not the same person, any two of them: remembered for everybody. */
  'duplicates.dismiss': z.strictObject({ ids: z.array(id).min(2).max(MOST_IN_GROUP) }),
  /** Records side by side, with when each of their values was written. */
  'duplicates.compare': z.strictObject({
    entity: z.enum(MERGEABLE),
    ids: z.array(id).min(2).max(MOST_MERGED),
  }),
  /**
   * Merges records into one: `values` are those that it is to have where they differ from its own, `bases` the seqs of all
   * as they were compared. What refers to the others refers to it then, and they lead to it.
   */
  'duplicates.merge': z.strictObject({
    entity: z.enum(MERGEABLE),
    stays: id,
    others: z
      .array(id)
      .min(1)
      .max(MOST_MERGED - 1),
    values: z.record(fieldName, z.unknown()),
    bases: z.record(id, z.int().min(0)),
  }),
  /** Makes an inquiry of a message from the website, as the user's own; the message says so. One change set. */
  'contacts.takeOver': z.strictObject({ id }),
  /**
   * Makes a candidate of an inquiry, which says so; one change set. `candidate` is the id that the renderer made for the
   * new candidate, `changes` its fields.
   */
  'inquiries.enrol': z.strictObject({ id, candidate: id, changes: z.record(fieldName, z.unknown()) }),
  /**
   * Gives candidates and inquiries to a person: all of another person's, or the selected rows of a list. One change set, in parts where there are
   * many; what was handed over before an interruption stays so. Progress comes as `move` events under the id, which the
   * renderer makes.
   */
  'records.handOver': z.strictObject({
    id,
    to: id,
    of: z.union([
      z.strictObject({ from: id, entities: z.array(ownedEntity).min(1).max(2) }),
      z.strictObject({
        selected: selection.extend({ query: selection.shape.query.extend({ entity: ownedEntity }) }),
      }),
    ]),
  }),
  /** Says who takes new leads in turn: these users and no others. */
  'leads.setTakers': z.strictObject({ users: z.array(id).max(MOST_AT_ONCE) }),

  /** What people did, newest first: the user's own, or everybody's. Offline, what was done on this computer. */
  'changes.list': z.strictObject({ mine: z.boolean().optional(), before: z.string().max(200).optional() }),
  /**
   * Takes a change set back; also offline, where it was made on this computer. What somebody changed since stays, and is
   * told of by an `undone` event. Progress comes as `undo` events under the set's id.
   */
  'changes.undo': z.strictObject({ set: id }),
  /** Takes back what the user did last on this computer since signing in. */
  'changes.undoLast': z.strictObject({}),

  /**
   * Writes what a list shows, all pages of it, to a file that the user chooses: its columns, or all fields that the role
   * may read; as CSV or as a workbook. Progress comes as `export` events under the id, which the renderer makes. One export at a time.
   */
  'export.start': z.strictObject({
    id,
    query: listQuerySchema.omit({ offset: true, limit: true }),
    fields: z.enum(['columns', 'all']).optional(),
    format: z.enum(['csv', 'xlsx']).optional(),
    /** Only these rows of the list. */
    picked: pickedSchema.optional(),
  }),
  'export.cancel': z.strictObject({ id }),

  /** Keeps a picture to be sent with the record that will name it. Refused over 5 MB, and for other kinds of file. */
  'files.add': z.strictObject({ base64: z.string().max(MAX_FILE_BYTES * 1.4) }),
  /** A picture by its content hash, or a small square of it: from this PC, else from the server. */
  'files.get': fileQuerySchema.extend({ hash: z.string().max(100) }),

  /**
   * Sets a password, online: one's own with the present one, another's as Super Admin. Waiting changes are sent first,
   * so that it can follow the saving of a new user.
   */
  'password.set': z.strictObject({
    userId: id,
    password: z.string().min(1).max(200),
    currentPassword: z.string().max(200).optional(),
  }),
  /** Reads the password of another user (decision 5), online. Written to the audit log. */
  'password.view': z.strictObject({ userId: id }),

  /** Whether a user has two-step sign-in, online: oneself, or anybody as Super Admin. */
  'secondFactor.status': secondFactorQuerySchema,
  /** Gives a new secret for an authenticator app, online; `proof` is the present password or a code. */
  'secondFactor.begin': proofSchema,
  /** Turns it on with the first code, online, and gives the recovery codes, once. */
  'secondFactor.confirm': firstCodeSchema,
  'secondFactor.newRecoveryCodes': proofSchema,
  'secondFactor.turnOff': proofSchema,
  /** Turns it off for another user, online, as Super Admin. */
  'secondFactor.reset': z.strictObject({ userId: id }),

  /** A page of a record's history, newest first, online; `before` is the seq of the last entry that is shown already. */
  'history.of': z.strictObject({ entity, id, before: z.int().min(0).optional() }),
  /** The records of an entity that were deleted last, online. */
  'history.deleted': z.strictObject({ entity }),

  /** Where a user is signed in, online: oneself, or anybody as Super Admin. */
  'sessions.list': z.strictObject({ userId: id.optional() }),
  /** Signs a user out on one device, online. */
  'sessions.end': z.strictObject({ id }),

  /** A page of the audit log, newest first, online, for a Super Admin; `before` is the id of the last line shown already. */
  'audit.lines': auditQuerySchema.omit({ limit: true }),
  /** How many rows each user took, some days at a time, online, for a Super Admin; `before` is the last day shown already. */
  'audit.dataTaken': dataTakenQuerySchema.omit({ days: true }),

  'dashboard.stats': z.strictObject({}),

  /** A page of a part of the day, in the order in which to work. */
  'today.list': todayListSchema,
  'today.counts': z.strictObject({ whose: z.enum(WHOSE) }),
  /** For a Super Admin. */
  'today.figures': z.strictObject({}),

  'sync.status': z.strictObject({}),
  'sync.now': z.strictObject({}),
  /** The newest entries of each kind, up to 500 of each; the status says how many there are. */
  'sync.tray': z.strictObject({}),
  /** Offers a refused change again. */
  'sync.retry': z.strictObject({ id }),
  /** Offers all refused changes again that can be. */
  'sync.retryAll': z.strictObject({}),
  /** Gives up a refused or waiting change, or puts away a conflict. */
  'sync.discard': z.strictObject({ id }),
  /** Writes the value that lost a conflict again. */
  'sync.putBack': z.strictObject({ id }),
  /** Puts away a notice that the user has read. */
  'sync.putAway': z.strictObject({ id }),
  /** Answers a pull that was halted because it would remove most of the cache. */
  'sync.confirmRemoval': z.strictObject({ accept: z.boolean() }),

  /** Opens a web, mail, call or chat address in the system's own application. */
  'system.open': z.strictObject({ url: z.string().max(2_000) }),
} as const;

export type Method = keyof typeof params;
export type Params<M extends Method> = z.infer<(typeof params)[M]>;

export interface SessionState {
  user: SignedInUser | null;
  /** Where the server is, as people know it: its host, or "this computer". */
  server: string;
  /** Whether what is sent to the server can be read on the way: http to another computer. */
  notEncrypted: boolean;
  /** Why the user must sign in (again), as a sentence; null where there is nothing to say. */
  notice: string | null;
}

export type SyncState =
  /** Signed out. */
  | 'idle'
  /** Connected and up to date with the server. */
  | 'live'
  /** Sending or fetching. */
  | 'syncing'
  /** First sync, or a rebuild of the cache: `progress` says how far. */
  | 'first-sync'
  | 'offline'
  /** Connected, but the server wants the user to sign in again. */
  | 'sign-in'
  /** Connected, but the user's role needs two-step sign-in: it is to be set up first. */
  | 'set-up'
  /** A pull would remove most of the cache: waits for `sync.confirmRemoval`. */
  | 'halted';

export interface SyncStatus {
  state: SyncState;
  /** Changes not yet on the server. */
  waiting: number;
  /** Changes that the server refused, conflicts and notices that the user has not dealt with. */
  attention: number;
  /** ISO time of the last completed sync; null before the first. */
  syncedAt: string | null;
  /** Rows fetched and rows in all, while the state is `first-sync`. */
  progress: { done: number; total: number | null } | null;
  /** A sentence where something is wrong. */
  problem: string | null;
  /** What the user must read, oldest first; each stays until it is put away (`sync.putAway`). */
  notices: Notice[];
}

/** Where nobody is signed in. */
export const NOT_SYNCING: SyncStatus = {
  state: 'idle',
  waiting: 0,
  attention: 0,
  syncedAt: null,
  progress: null,
  problem: null,
  notices: [],
};

export interface Notice {
  id: string;
  /** What happened and what to do, as sentences. */
  message: string;
  /** ISO time. */
  at: string;
}

export interface TrayEntry {
  id: string;
  kind: 'waiting' | 'refused' | 'conflict';
  entity: EntityName;
  recordId: string;
  /** Whether the record is here to be viewed: not deleted, not refused when it was made, not gone from this user. */
  there: boolean;
  /** Of a record that is seen with another alone, as an activity is with its person: that one, where it is here. */
  seenWith: { entity: EntityName; id: string; title: string } | null;
  /** What people call the record, such as the candidate's name. */
  title: string;
  action: Operation['kind'];
  /**
   * What the user did, how many changes are saved or refused together with this one, and how many of all of it are not
   * saved: those that are tried again or given up with this one. null where it is alone.
   */
  set: { title: string; changes: number; all: number } | null;
  /** Labels of the fields concerned, with the user's value and, for a conflict, the value that stands. */
  fields: { name: string; label: string; value: unknown; stands?: unknown }[];
  /** What happened and what to do, as a sentence. */
  message: string;
  at: string;
}

export interface ExportResult {
  /** `cancelled` in the dialog or while writing: no file is left behind. */
  outcome: 'saved' | 'cancelled';
  rows: number;
  /** Name of the file as it was saved. */
  fileName: string;
  /** In a browser: path from which the page downloads the finished file, once. null where it is on the disk already. */
  download: string | null;
}

export interface PasswordView {
  /** null where none is kept, or where the organisation keeps none (`PASSWORD_REVEAL=off`). */
  password: string | null;
  /** Whether the organisation keeps passwords for this view at all. */
  kept: boolean;
}

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Whether there are older ones. */
  more: boolean;
}

/** Somebody whom a search among people of every kind has found. */
export interface FoundPerson {
  entity: EntityName;
  id: string;
  /** '' where the record has no name. */
  name: string;
  /** The first number to call, and the one to chat on, as written. */
  phone: string | null;
  chat: string | null;
  email: string | null;
  /** What tells who it is beside the name, such as status and course. */
  beside: string[];
  /** The number or email, as written, that holds what was searched; null where the name does. */
  foundBy: string | null;
}

/** The newest activity about a person. */
export interface LastActivity {
  /** The candidate or inquiry that it is about. */
  about: string;
  kind: string;
  outcome: string | null;
  /** ISO time. */
  at: string;
}

export interface AuditPage {
  lines: AuditLine[];
  /** Whether there are older ones. */
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

export interface DataTakenPage {
  lines: DataTakenLine[];
  /** Whether there are older ones. */
  more: boolean;
}

export interface Results extends ImportResults {
  'session.get': SessionState;
  'session.signIn': SessionState;
  'session.signOut': SessionState;
  'firstStart.get': { needed: boolean };
  'firstStart.makeAdmin': null;
  'firstStart.openDemo': null;
  'records.list': ListPage;
  'records.count': { total: number };
  'records.countBy': ValueCount[];
  'records.get': RecordView | null;
  /** `set` takes the change back; null where nothing changed. */
  'records.save': RecordView & { set: string | null };
  'records.delete': { _id: string; set: string | null };
  'records.restore': { _id: string };
  'records.selected': { total: number; gone: string[] };
  'records.setMany': ManyResult;
  'records.deleteMany': ManyResult;
  'records.restoreMany': ManyResult;
  'records.stopMany': null;
  'records.choices': { _id: string; title: string; record: AnyRecord }[];
  'records.values': string[];
  /** The best fit first. */
  'people.find': FoundPerson[];
  /** How many inquiries were moved; `set` takes it back. */
  'leadStatuses.replace': { moved: number; set: string };
  'activities.log': { set: string | null };
  'activities.of': { activities: RecordView[]; more: boolean };
  'activities.last': LastActivity[];
  'messages.people': PersonToMessage[];
  'records.withContact': ContactMatch[];
  'records.leadsTo': LedTo | null;
  'duplicates.find': DuplicatesFound;
  'duplicates.groups': DuplicateGroupsPage;
  'duplicates.dismiss': { set: string | null };
  'duplicates.compare': Compared;
  /** How many references were moved; `set` takes it all back. */
  'duplicates.merge': { set: string; moved: number };
  /** `set` takes it back; `inquiry` is the new one. */
  'contacts.takeOver': { inquiry: string; set: string | null };
  /** The new candidate; `set` takes it back. */
  'inquiries.enrol': RecordView & { set: string | null };
  /** How many were handed over; `set` takes it back, null where all were that person's already. */
  'records.handOver': { handed: Record<OwnedEntity, number>; set: string | null };
  'leads.setTakers': { set: string | null };
  'changes.list': ChangesPage;
  /** The title of what was taken back, and the set that does it; null where it had not left this computer. */
  'changes.undo': { title: string; set: string | null };
  /** null where there is nothing. */
  'changes.undoLast': { title: string; set: string | null } | null;
  'export.start': ExportResult;
  'export.cancel': null;
  'files.add': { hash: string };
  /** null where neither this PC nor, for want of a connection, the server can give it. */
  'files.get': { type: PictureType; base64: string } | null;
  'password.set': null;
  'password.view': PasswordView;
  'secondFactor.status': SecondFactorStatus;
  'secondFactor.begin': SecondFactorEnrolment;
  'secondFactor.confirm': RecoveryCodes;
  'secondFactor.newRecoveryCodes': RecoveryCodes;
  'secondFactor.turnOff': null;
  'secondFactor.reset': null;
  'history.of': HistoryPage;
  'history.deleted': DeletedRecord[];
  'sessions.list': SessionInfo[];
  'sessions.end': null;
  'audit.lines': AuditPage;
  'audit.dataTaken': DataTakenPage;
  'dashboard.stats': { stats: DashboardStats; syncedAt: string | null };
  'today.list': TodayPage;
  'today.counts': TodayCounts;
  'today.figures': TodayFigures;
  'sync.status': SyncStatus;
  'sync.now': SyncStatus;
  'sync.tray': TrayEntry[];
  'sync.retry': null;
  /** How many were offered again, and how many could not be because their values are gone. */
  'sync.retryAll': { offered: number; kept: number };
  'sync.discard': null;
  'sync.putBack': null;
  'sync.putAway': null;
  'sync.confirmRemoval': null;
  'system.open': null;
}

export interface Events extends ImportEvents {
  /**
   * Records changed; `ids` null where there are too many to name. Views that show the entity ask again. `here`: this user
   * changed them on this desk, also when the server's row with that change comes; `elsewhere`: anybody else.
   */
  changed: { entity: EntityName; ids: string[] | null; origin: 'here' | 'elsewhere' };
  sync: SyncStatus;
  session: SessionState;
  /** Records that were given another lead status or handed over so far, and in all. */
  move: { id: string; done: number; total: number };
  /** Records of a change of many that were dealt with so far, and in all; also of one that goes on after a restart. */
  many: { id: string; title: string; done: number; total: number };
  /** It has come to its end, or was interrupted: then the result is null. */
  manyDone: { id: string; result: ManyResult | null };
  /** Records of a change set that were taken back so far, and in all. */
  undo: { id: string; done: number; total: number };
  /** Steps of a look for duplicates that are done, and in all. */
  duplicates: { done: number; total: number };
  /** The server has taken in an undo: what stays as it is. */
  undone: { title: string; left: readonly Left[] };
  /** Rows written so far by an export, and in all; null while they are being counted. */
  export: { id: string; done: number; total: number | null };
}

export type EventName = keyof Events;

export interface BridgeErrorBody {
  code: ErrorCode;
  message: string;
  fields?: FieldIssue[];
}

/** Messages on the wire, the same on a message port and on the WebSocket. */
export const callMessageSchema = z.strictObject({
  id: z.int().min(0),
  method: z.enum(Object.keys(params) as [Method, ...Method[]]),
  params: z.unknown(),
});

export type CallMessage = z.infer<typeof callMessageSchema>;

export type DeskMessage =
  | { id: number; result: unknown }
  | { id: number; error: BridgeErrorBody }
  | { event: EventName; data: unknown };

/**
 * The protocols that the WebSocket of browser mode offers, beside the key that lets the page in. The desk chooses the
 * second where the page has no key, or one of an earlier start: why an upgrade is refused no page can read.
 */
export const LOOPBACK_PROTOCOLS = { letIn: 'placement-desk', refused: 'placement-desk-refused' } as const;

/** What the preload exposes as `window.bridgePort`: a pipe for these messages and nothing else. */
export interface BridgePort {
  send(message: CallMessage): void;
  /** Returns the way to stop listening. */
  listen(listener: (message: DeskMessage) => void): () => void;
  /** Told of every loss of the desk and of its return, not of how things stand now. Returns the way to stop. */
  watch(listener: (open: boolean) => void): () => void;
}

import type { ColumnType } from '#shared/model/columns.ts';
import type { ColumnDefinition, TableDefinition } from './table-definition.ts';

const key = (name: string, type: ColumnType = 'text'): ColumnDefinition => ({ name, type, primary: true });
const required = (name: string, type: ColumnType = 'text'): ColumnDefinition => ({
  name,
  type,
  required: true,
});
const optional = (name: string, type: ColumnType = 'text'): ColumnDefinition => ({ name, type });
/** May hold what says who somebody is. */
const telling = (column: ColumnDefinition): ColumnDefinition => ({ ...column, unsampled: true });

/** The server's own tables, beside those of the entities. */
export const systemTables: readonly TableDefinition[] = [
  /** `epoch`: changes when the data is restored from a backup. */
  { name: 'meta', columns: [key('name'), required('value')], indexes: [] },
  /** One row: where the log stands. Updating it first is what serialises writers on every engine. */
  {
    name: 'log_position',
    columns: [
      key('id', 'integer'),
      required('seq', 'integer'),
      /** Up to here the log may lack what desks need: a cursor of before starts over (server/records/prune-log.ts). */
      optional('prunedTo', 'integer'),
    ],
    indexes: [],
  },
  /** Every change of every record, with the values before and after: the change log and the history in one. */
  {
    name: 'change_log',
    columns: [
      key('seq', 'integer'),
      required('entity'),
      required('recordId'),
      required('kind'),
      optional('userId'),
      optional('deskId'),
      required('at'),
      telling(optional('before')),
      telling(optional('after')),
      /** The change set that it is part of (server/records/change-sets.ts). */
      optional('setId'),
      /** The record that it was sent for, where that had been merged into this one (server/records/late-edits.ts). */
      optional('sentFor'),
    ],
    indexes: [
      { name: 'change_log_by_record', columns: ['entity', 'recordId', 'seq'] },
      { name: 'change_log_by_set', columns: ['setId', 'seq'], notNull: true },
      { name: 'change_log_by_sentFor', columns: ['sentFor', 'setId'], notNull: true },
    ],
  },
  /** What people did in one go. */
  {
    name: 'change_sets',
    columns: [
      key('id'),
      required('userId'),
      optional('deskId'),
      telling(required('title')),
      /** When its first part came in. */
      required('at'),
      /** Where its last part stands in the log. */
      required('seq', 'integer'),
      required('changes', 'integer'),
      /** The set that it took back, and the one that took it back. */
      optional('undoes'),
      optional('undoneBy'),
      /** Of an undo: 1 where some of it was not its maker's to take back. */
      optional('inPart', 'integer'),
    ],
    indexes: [
      { name: 'change_sets_by_time', columns: ['at', 'id'] },
      { name: 'change_sets_by_user', columns: ['userId', 'at', 'id'] },
    ],
  },
  /** The answer to each pushed operation, so that a retry gets it again. */
  {
    name: 'operations',
    columns: [
      key('id'),
      required('userId'),
      optional('deskId'),
      required('contentHash'),
      telling(required('result')),
      required('seq', 'integer'),
      required('at'),
      /** The user, where the operation changed nothing: such a result is not kept for ever (prune-operations.ts). */
      optional('unchangedBy'),
    ],
    indexes: [
      { name: 'operations_unchanged', columns: ['unchangedBy', 'at'], notNull: true },
      { name: 'operations_by_seq', columns: ['seq'] },
    ],
  },
  /** The records of which the result of an operation says more than that the change was taken in (server/records/telling-results.ts). */
  {
    name: 'telling_results',
    columns: [key('entity'), key('recordId'), key('operationId')],
    indexes: [{ name: 'telling_results_by_operation', columns: ['operationId'] }],
  },
  /** Values that were overtaken, for the user who had written them. */
  {
    name: 'conflicts',
    columns: [
      key('id'),
      required('seq', 'integer'),
      required('userId'),
      required('entity'),
      required('recordId'),
      required('field'),
      telling(optional('lost')),
      telling(optional('won')),
      telling(required('byName')),
      required('at'),
    ],
    indexes: [
      { name: 'conflicts_by_user', columns: ['userId', 'seq'] },
      { name: 'conflicts_by_seq', columns: ['seq', 'userId'] },
      { name: 'conflicts_by_record', columns: ['entity', 'recordId'] },
    ],
  },
  /** Records that a user can no longer see since a seq. */
  {
    name: 'visibility',
    columns: [key('seq', 'integer'), key('userId'), required('entity'), required('recordId')],
    indexes: [
      { name: 'visibility_by_user', columns: ['userId', 'seq'] },
      { name: 'visibility_by_record', columns: ['entity', 'recordId', 'userId', 'seq'] },
    ],
  },
  {
    name: 'sessions',
    columns: [
      key('id'),
      required('userId'),
      optional('deskId'),
      optional('deskName'),
      required('createdAt'),
      required('expiresAt'),
      /** Hash of the refresh token that is good now, and of the one it replaced. */
      optional('refreshHash'),
      optional('previousHash'),
      /** Counts the rotations; `seenGeneration` is the newest whose access token was used. */
      required('generation', 'integer'),
      required('seenGeneration', 'integer'),
      optional('endedAt'),
      optional('endReason'),
    ],
    indexes: [
      { name: 'sessions_by_user', columns: ['userId'] },
      { name: 'sessions_by_expiry', columns: ['expiresAt'] },
    ],
  },
  {
    name: 'credentials',
    columns: [key('userId'), required('hash'), required('changedAt')],
    indexes: [],
  },
  /** When sign-ins failed and the like, by the hash of who and what (server/auth/rate-limit.ts). */
  {
    name: 'recent_times',
    columns: [
      key('id'),
      /** JSON list of milliseconds since 1970. */
      required('times'),
      required('expiresAt', 'integer'),
    ],
    indexes: [],
  },
  /** From where users have signed in well (server/auth/known-places.ts). */
  {
    name: 'known_places',
    columns: [
      /** Hash of the user with the desk's secret, or with the address. */
      key('id'),
      required('userId'),
      /** `desk` or `address`. */
      required('kind'),
      optional('deskId'),
      /** Milliseconds since 1970. */
      required('lastAt', 'integer'),
    ],
    indexes: [{ name: 'known_places_by_user', columns: ['userId', 'kind', 'lastAt'] }],
  },
  /** The pictures that lie in the files folder, by the hash of their content. */
  {
    name: 'files',
    columns: [
      key('hash'),
      required('type'),
      required('size', 'integer'),
      /** ISO time since when no record names it; null while one does. */
      optional('unusedSince'),
    ],
    indexes: [],
  },
  /** Who sent a picture, and when last: who chose it sees it before a record names it. */
  {
    name: 'file_uploads',
    columns: [
      key('hash'),
      key('userId'),
      required('at'),
      /** ISO time when it was last sent for a text; null where it was sent for records' fields alone. */
      optional('forTextAt'),
    ],
    indexes: [],
  },
  /** The pictures that texts of records name, or once named: an older text may be put back (server/files/text-files.ts). */
  {
    name: 'text_files',
    columns: [
      key('hash'),
      key('entity'),
      key('recordId'),
      key('field'),
      /** 1 while the text names it, else 0. */
      required('named', 'integer'),
    ],
    indexes: [{ name: 'text_files_by_record', columns: ['entity', 'recordId'] }],
  },
  /** Passwords sealed for the password view, with the id of the key that opens them (decision 5). */
  {
    name: 'sealed_passwords',
    columns: [key('userId'), required('sealed'), required('keyId')],
    indexes: [],
  },
  /** Two-step sign-in (server/auth/second-factor.ts). Secrets are sealed under a key that is not in the database. */
  {
    name: 'second_factors',
    columns: [
      key('userId'),
      /** The secret that codes are asked of, with the id of its key; null until the first code has confirmed it. */
      optional('sealed'),
      optional('confirmedAt'),
      /** The newest step of 30 seconds whose code was accepted: each is good once. */
      required('lastStep', 'integer'),
      /** A secret that was shown and not yet confirmed. */
      optional('pending'),
      optional('pendingAt'),
    ],
    indexes: [],
  },
  /** Recovery codes that have not been used, as hashes. */
  {
    name: 'recovery_codes',
    columns: [key('userId'), key('hash')],
    indexes: [],
  },
  /** Who did what that touches security (server/audit/record.ts). Lines are added and never changed. */
  {
    name: 'audit_log',
    columns: [
      key('id'),
      required('at'),
      required('action'),
      required('outcome'),
      /** Who did it; null where nobody was signed in. */
      optional('userId'),
      /** The user that it was done to. */
      optional('subjectId'),
      /** The email given at a sign-in. */
      telling(optional('account')),
      telling(optional('address')),
      telling(optional('detail')),
    ],
    indexes: [
      { name: 'audit_log_by_time', columns: ['at', 'id'] },
      { name: 'audit_log_by_user', columns: ['userId', 'at'] },
      { name: 'audit_log_by_subject', columns: ['subjectId', 'at'] },
    ],
  },
  /** Records of people who were erased (server/persons/erase.ts): no value of theirs is taken in any more. */
  {
    name: 'erased',
    columns: [
      key('entity'),
      key('recordId'),
      required('at'),
      /** Who erased it; null where a restored backup had it again. */
      optional('userId'),
      /** The place of the log from which on desks are told. */
      required('seq', 'integer'),
    ],
    indexes: [{ name: 'erased_by_seq', columns: ['seq'] }],
  },
  /** Versions of the desktop application that were published (decision 42). */
  {
    name: 'releases',
    columns: [
      key('version'),
      required('publishedAt'),
      /** Stage: `pilots`, `all` or `halted`. */
      required('stage'),
      /** So many PCs are pilots, and those with these names: a JSON list. */
      required('pilots', 'integer'),
      required('pilotNames'),
      /** 1 where it was halted because pilots failed. */
      required('byItself', 'integer'),
    ],
    indexes: [],
  },
  /** Desks as they last asked for updates. */
  {
    name: 'update_desks',
    columns: [
      key('deskId'),
      optional('name'),
      required('version'),
      required('at'),
      /** The version that it is a pilot of, and the last one that it told of: started with, or failed to. */
      optional('pilotOf'),
      optional('startedWith'),
      optional('failedWith'),
    ],
    indexes: [{ name: 'update_desks_by_pilot', columns: ['pilotOf'], notNull: true }],
  },
  /** Codes by which PCs join (server/joining/join-codes.ts). Their tokens are kept as hashes. */
  {
    name: 'join_codes',
    columns: [
      key('id'),
      required('tokenHash'),
      required('madeAt'),
      /** null where it was made on the server itself. */
      optional('madeBy'),
      required('endsAt'),
      required('uses', 'integer'),
      required('used', 'integer'),
    ],
    indexes: [{ name: 'join_codes_by_token', columns: ['tokenHash'], unique: true }],
  },
  /** Rows that left the server, by day in India, user and door (server/audit/doors.ts). */
  {
    name: 'data_taken',
    columns: [
      key('day'),
      key('userId'),
      key('door'),
      /** '' where the rows are of none, or of several. */
      key('entity'),
      required('rows', 'integer'),
      /** The sum of which the audit log last told. */
      optional('told', 'integer'),
    ],
    indexes: [],
  },
];

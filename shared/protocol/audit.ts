import { z } from 'zod';
import { entityNames, type EntityName } from '#shared/model/entities.ts';
import { PATHS } from './sync.ts';

/**
 * What the audit log tells of: a line each, in the order in which the filter offers them, with the heading under which it
 * stands there and what it is called.
 */
export const AUDIT_KINDS = {
  'sign-in': { group: 'Signing in', label: 'Sign-ins' },
  'session-end': { group: 'Signing in', label: 'Devices signed out' },
  'token-reused': { group: 'Signing in', label: 'Keys used twice' },
  'second-factor': { group: 'Signing in', label: 'Two-step sign-in' },
  'join-code-made': { group: 'Joining', label: 'Join codes made' },
  'join-code-ended': { group: 'Joining', label: 'Join codes ended' },
  'pc-joined': { group: 'Joining', label: 'PCs joined' },
  'office-name': { group: 'Joining', label: "Changes of the office's name" },
  'server-key': { group: 'Joining', label: 'New keys of the server' },
  'network-opened': { group: 'Joining', label: 'Openings of a PC to its network' },
  'network-closed': { group: 'Joining', label: 'Closings of a PC to its network' },
  'update-published': { group: 'Updates', label: 'Versions published' },
  'update-released': { group: 'Updates', label: 'Versions given to all PCs' },
  'update-halted': { group: 'Updates', label: 'Versions halted' },
  'password-view': { group: 'Passwords', label: 'Password views' },
  'password-change': { group: 'Passwords', label: 'Password changes' },
  'passwords-deleted': { group: 'Passwords', label: 'Kept passwords deleted' },
  'user-created': { group: 'Employees', label: 'Employees added' },
  'user-deactivated': { group: 'Employees', label: 'Employees deactivated' },
  'user-reactivated': { group: 'Employees', label: 'Employees reactivated' },
  'user-deleted': { group: 'Employees', label: 'Employees deleted' },
  'user-restored': { group: 'Employees', label: 'Employees restored' },
  'email-change': { group: 'Employees', label: 'Changed email addresses' },
  'role-change': { group: 'Employees', label: 'Role changes' },
  'records-changed': { group: 'Records', label: 'Many records changed' },
  'record-deleted': { group: 'Records', label: 'Records deleted' },
  'person-erased': { group: 'Records', label: 'People erased' },
  'records-merged': { group: 'Records', label: 'Records merged' },
  'handed-over': { group: 'Records', label: 'Records handed over' },
  'view-shared': { group: 'Records', label: 'Views shared' },
  'record-restored': { group: 'Records', label: 'Records restored' },
  'deleted-read': { group: 'Records', label: 'Deleted records looked at' },
  'pictures-refused': { group: 'Records', label: 'Pictures refused' },
  'saves-refused': { group: 'Records', label: 'Saves refused' },
  import: { group: 'Data brought in', label: 'Imports' },
  export: { group: 'Data taken', label: 'Exports' },
  'data-read': { group: 'Data taken', label: 'Large reads' },
  'document-read': { group: 'Data taken', label: 'Documents opened' },
  'person-copied': { group: 'Data taken', label: 'Copies given to people' },
  backup: { group: 'Data taken', label: 'Backups made by hand' },
  'data-moved': { group: 'Data taken', label: 'Data taken to another server' },
  'first-sync': { group: 'Data taken', label: 'First syncs of devices' },
} as const;

export type AuditAction = keyof typeof AUDIT_KINDS;

export const AUDIT_ACTIONS = Object.keys(AUDIT_KINDS) as [AuditAction, ...AuditAction[]];

/** Body of POST /api/audit/export: a desk has written a list to a file. `at` is the desk's time of it. */
export const exportNoticeSchema = z.strictObject({
  entity: z.enum(entityNames as [EntityName, ...EntityName[]]),
  list: z.string().min(1).max(60),
  rows: z.int().min(0),
  at: z.iso.datetime(),
});

export type ExportNotice = z.infer<typeof exportNoticeSchema>;

/**
 * Query of GET /api/audit, newest first: lines older than the one with the id `before`; what the user `userId` did or what
 * was done to that user; the days in India from `from` to `to`, both included.
 */
export const auditQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  before: z.guid('Give before as the id of a line').optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  userId: z.string().min(1).max(100).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** Path of the audit log. */
export const auditPath = (query: Partial<AuditQuery>): string => withQuery(PATHS.audit, query);

/** Query of GET /api/audit/data-taken: so many days that have any, newest first, before the day `before`. */
export const dataTakenQuerySchema = z.strictObject({
  days: z.coerce.number().int().min(1).max(31).default(7),
  before: z.iso.date().optional(),
});

export type DataTakenQuery = z.infer<typeof dataTakenQuerySchema>;

/** Path of the counts of what was taken. */
export const dataTakenPath = (query: Partial<DataTakenQuery>): string => withQuery(PATHS.dataTaken, query);

/** How many rows left the server for a user on a day, by the way on which they left. */
export interface DataTakenLine {
  /** `YYYY-MM-DD` in India. */
  day: string;
  user: AuditUser;
  /** By single calls: lists, records, histories, deleted records, the audit log. */
  rest: number;
  /** Changes that desks fetched. */
  synced: number;
  /** By first syncs, which fetch everything. */
  firstSynced: number;
  pictures: number;
  /** In exports that desks told of, and how many of them. */
  exported: number;
  exports: number;
}

function withQuery(path: string, query: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return `${path}?${params.toString()}`;
}

/** A user of a line, deleted or not; the name is null for one who never was here. */
export interface AuditUser {
  _id: string;
  name: string | null;
}

export interface AuditLine {
  _id: string;
  /** ISO time. */
  at: string;
  action: string;
  outcome: string;
  /** Who did it; null where nobody was signed in. */
  by: AuditUser | null;
  /** The user that it was done to. */
  subject: AuditUser | null;
  account: string | null;
  address: string | null;
  detail: Record<string, unknown> | null;
  /** What people call the one record that was deleted or restored. */
  title?: string;
}

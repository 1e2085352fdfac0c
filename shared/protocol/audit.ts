import { z } from 'zod';
import { entityNames, type EntityName } from '#shared/model/entities.ts';
import { PATHS } from './sync.ts';

/** What the audit log tells of. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'password-view',
  'password-change',
  'second-factor',
  'role-change',
  'export',
  'session-end',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Body of POST /api/audit/export: a desk has written a list to a file. `at` is the desk's time of it. */
export const exportNoticeSchema = z.strictObject({
  entity: z.enum(entityNames as [EntityName, ...EntityName[]]),
  list: z.string().min(1).max(60),
  rows: z.int().min(0),
  at: z.iso.datetime(),
});

export type ExportNotice = z.infer<typeof exportNoticeSchema>;

/** Query of GET /api/audit, newest first: lines older than the one with the id `before`. */
export const auditQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  before: z.string().min(1).max(100).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
});

export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** Path of the audit log. */
export function auditPath(query: Partial<AuditQuery>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return `${PATHS.audit}?${params.toString()}`;
}

/** A user of a line; the name is null for one who is no longer there. */
interface AuditUser {
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
}

import { auditPath, type AuditLine } from '#shared/protocol/audit.ts';
import type { AuditPage, Params } from '#shared/protocol/bridge.ts';
import { onlineCall } from './online-call.ts';
import type { Session } from './session.ts';

/** Lines that a user sees at once. */
const PAGE = 50;
const NEEDS_SERVER = 'The audit log is on the server. Connect, then try again.';

/** A page of the audit log. @throws PlainError `offline`, and what the server refuses. */
export async function auditLines(
  session: Session,
  { action, before }: Params<'audit.lines'>,
): Promise<AuditPage> {
  // One more than is shown tells whether there are more.
  const path = auditPath({ limit: PAGE + 1, before, action });
  const lines = await onlineCall<AuditLine[]>(session, path, { method: 'GET' }, NEEDS_SERVER);
  return { lines: lines.slice(0, PAGE), more: lines.length > PAGE };
}

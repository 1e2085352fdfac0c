import { auditPath, dataTakenPath, type AuditLine, type DataTakenLine } from '#shared/protocol/audit.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { AuditPage, DataTakenPage } from '#shared/protocol/past-calls.ts';
import { onlineCall } from './online-call.ts';
import type { Session } from '../session/session.ts';

/** Lines that a user sees at once. */
const PAGE = 50;
/** Days of which a user sees the counts at once. */
const DAYS = 7;
const NEEDS_SERVER = 'The audit log is on the server. Connect, then try again.';

/** A page of the audit log. @throws PlainError `offline`, and what the server refuses. */
export async function auditLines(session: Session, query: Params<'audit.lines'>): Promise<AuditPage> {
  // One more than is shown tells whether there are more.
  const path = auditPath({ ...query, limit: PAGE + 1 });
  const lines = await onlineCall<AuditLine[]>(session, path, { method: 'GET' }, NEEDS_SERVER);
  return { lines: lines.slice(0, PAGE), more: lines.length > PAGE };
}

/** What each user took on some days. @throws PlainError `offline`, and what the server refuses. */
export async function dataTaken(session: Session, query: Params<'audit.dataTaken'>): Promise<DataTakenPage> {
  const path = dataTakenPath({ ...query, days: DAYS + 1 });
  const lines = await onlineCall<DataTakenLine[]>(session, path, { method: 'GET' }, NEEDS_SERVER);
  const days = [...new Set(lines.map(({ day }) => day))].slice(0, DAYS);
  const shown = lines.filter(({ day }) => days.includes(day));
  return { lines: shown, more: shown.length < lines.length };
}

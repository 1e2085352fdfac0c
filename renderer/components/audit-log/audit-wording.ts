import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf, isEntityName } from '#shared/model/entities.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditLine } from '#shared/protocol/audit.ts';

/** What the filter of the log offers. */
export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Sign-ins',
  'password-view': 'Password views',
  'password-change': 'Password changes',
  'second-factor': 'Two-step sign-in',
  'role-change': 'Role changes',
  export: 'Exports',
  'session-end': 'Devices signed out',
};

/** Why something was refused or came to nothing, by the code in the log. */
const REASONS: Readonly<Record<string, string>> = {
  'wrong-password': 'wrong password',
  'unknown-account': 'no such account',
  'account-closed': 'the account is not active',
  'wrong-code': 'wrong code',
  'wrong-proof': 'the password or code was wrong',
  'wrong-present-password': 'the present password was missing or wrong',
  'none-kept': 'none was kept',
  forbidden: 'not allowed',
  'not-found': 'no such user',
  'too-many-requests': 'too many in a short time',
};

/** Who did it: a user, the account that somebody tried to sign in with, or the person at the server's command line. */
export function actorText({ by, account }: AuditLine): string {
  return by ? (by.name ?? 'Unknown') : (account ?? 'Command line of the server');
}

/** What was done, in one plain phrase without its end: `Changed the role of Pooja Kulkarni from HR to Admin`. */
export function actionText(line: AuditLine): string {
  const own = line.by !== null && line.by._id === line.subject?._id;
  const whom = line.subject ? (line.subject.name ?? 'an unknown user') : 'somebody';
  const reason = textOf(line, 'reason');
  const because = reason === null ? '' : `: ${REASONS[reason] ?? reason}`;
  return `${phrase(line, own, whom)}${because}`;
}

function phrase(line: AuditLine, own: boolean, whom: string): string {
  if (!isAction(line.action)) return line.action;
  const refused = line.outcome === 'refused';
  switch (line.action) {
    case 'sign-in':
      return refused ? 'Could not sign in' : 'Signed in';
    case 'password-view':
      return refused ? `Could not look at the password of ${whom}` : `Looked at the password of ${whom}`;
    case 'password-change':
      if (own) return refused ? 'Could not change their own password' : 'Changed their own password';
      return refused ? `Could not set a password for ${whom}` : `Set a new password for ${whom}`;
    case 'second-factor':
      return refused ? 'Could not change their two-step sign-in' : secondFactorPhrase(line, own, whom);
    case 'role-change':
      return `Changed the role of ${whom} from ${textOf(line, 'from') ?? 'none'} to ${textOf(line, 'to') ?? 'none'}`;
    case 'export':
      return `Exported ${exportText(line)}`;
    case 'session-end':
      return `Signed ${own ? 'themselves' : whom} out on ${textOf(line, 'device') ?? 'another program'}`;
  }
}

/** What became of two-step sign-in, by the code in the log. */
const SECOND_FACTOR_PHRASES: Readonly<Record<string, string>> = {
  on: 'Turned two-step sign-in on',
  replaced: 'Set two-step sign-in up again',
  off: 'Turned two-step sign-in off',
  'new-recovery-codes': 'Made new recovery codes',
  'recovery-code': 'Signed in with a recovery code',
};

function secondFactorPhrase(line: AuditLine, own: boolean, whom: string): string {
  const change = textOf(line, 'change') ?? '';
  if (change === 'reset') return `Turned two-step sign-in off for ${own ? 'themselves' : whom}`;
  return SECOND_FACTOR_PHRASES[change] ?? 'Changed their two-step sign-in';
}

/** `Candidates, 1,204 rows`. */
function exportText(line: AuditLine): string {
  const entity = textOf(line, 'entity') ?? '';
  const name = isEntityName(entity) ? entityOf(entity).plural : entity;
  const rows = line.detail?.['rows'];
  if (typeof rows !== 'number') return name;
  return `${name}, ${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

function textOf({ detail }: AuditLine, name: string): string | null {
  const value = detail?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function isAction(text: string | null): text is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === text);
}

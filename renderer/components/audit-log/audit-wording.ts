import { inSentence } from '#shared/format/label-in-sentence.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf, isEntityName } from '#shared/model/entities.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditLine } from '#shared/protocol/audit.ts';

/** Why something was refused or came to nothing, by the code in the log. */
const REASONS: Readonly<Record<string, string>> = {
  'wrong-password': 'wrong password',
  'unknown-account': 'no such account',
  'account-closed': 'the account is not active',
  'wrong-code': 'wrong code',
  'wrong-proof': 'the password or code was wrong',
  'wrong-present-password': 'the present password was missing or wrong',
  'none-kept': 'none was kept',
  'pilots-failed': 'pilot PCs failed',
  forbidden: 'not allowed',
  'not-found': 'no such user',
  'too-many-requests': 'too many in a short time',
};

/** How much data was read, by the sum that the log tells of. */
const READ: Readonly<Record<string, (rows: string) => string>> = {
  rest: (rows) => `Read ${rows} within a day by single calls`,
  sync: (rows) => `Fetched ${rows} within a day by sync, beside first syncs`,
  picture: (rows) => `Fetched ${rows.replace(/row/, 'picture')} within a day`,
};

/**
 * Who did it: a user, the account that somebody tried to sign in with, the PC that joined, or whoever sat at the server: at its command line, or
 * before the application when it was first started.
 */
export function actorText(line: AuditLine): string {
  const { by, account } = line;
  if (by) return by.name ?? 'Unknown';
  if (account !== null) return account;
  if (line.action === 'pc-joined') return textOf(line, 'device') ?? 'A PC';
  return textOf(line, 'through') === 'first-start'
    ? 'First start of the application'
    : 'Command line of the server';
}

/** What was done, in one plain phrase without its end: `Changed the role of Pooja Kulkarni from HR to Admin`. */
export function actionText(line: AuditLine): string {
  const reason = textOf(line, 'reason');
  const because = reason === null ? '' : `: ${REASONS[reason] ?? reason}`;
  return isAction(line.action) ? `${PHRASES[line.action](line)}${because}` : `${line.action}${because}`;
}

const PHRASES: Readonly<Record<AuditAction, (line: AuditLine) => string>> = {
  'sign-in': (line) => (isRefused(line) ? 'Could not sign in' : 'Signed in'),
  'session-end': (line) =>
    `Signed ${isOwn(line) ? 'themselves' : whom(line)} out on ${textOf(line, 'device') ?? 'another program'}`,
  'token-reused': (line) =>
    `Used a key of ${whom(line)} a second time: signed out on ${textOf(line, 'device') ?? 'a device'}`,
  'join-code-made': (line) => `Made a join code for ${pcsText(line)}`,
  'join-code-ended': () => 'Ended a join code',
  'pc-joined': () => 'Joined by a join code',
  'office-name': (line) => `Changed the name of the office ${fromTo(line)}`,
  'network-opened': () => 'Opened this PC to the office network',
  'network-closed': () => 'Closed this PC to the office network',
  'server-key': () => 'Gave the server a new key',
  'update-published': (line) => `Published version ${textOf(line, 'to') ?? ''}`,
  'update-released': (line) => `Gave version ${textOf(line, 'to') ?? ''} to all PCs`,
  'update-halted': (line) =>
    textOf(line, 'reason') === null
      ? `Halted version ${textOf(line, 'to') ?? ''}`
      : `Could not start with version ${textOf(line, 'to') ?? ''}, which was halted`,
  'password-view': (line) =>
    isRefused(line)
      ? `Could not look at the password of ${whom(line)}`
      : `Looked at the password of ${whom(line)}`,
  'password-change': (line) => {
    if (isOwn(line))
      return isRefused(line) ? 'Could not change their own password' : 'Changed their own password';
    return isRefused(line)
      ? `Could not set a password for ${whom(line)}`
      : `Set a new password for ${whom(line)}`;
  },
  'passwords-deleted': (line) =>
    `Deleted the ${formatNumber(rowsOf(line))} kept passwords, as PASSWORD_REVEAL is off`,
  'second-factor': (line) =>
    isRefused(line) ? 'Could not change their two-step sign-in' : secondFactorPhrase(line),
  'user-created': (line) => `Added the employee ${whom(line)}`,
  'user-deactivated': (line) => `Deactivated ${isOwn(line) ? 'themselves' : whom(line)}`,
  'user-reactivated': (line) => `Reactivated ${whom(line)}`,
  'user-deleted': (line) => `Deleted the employee ${whom(line)}`,
  'user-restored': (line) => `Restored the employee ${whom(line)}`,
  'email-change': (line) =>
    `Changed ${isOwn(line) ? 'their own email' : `the email of ${whom(line)}`} ${fromTo(line)}`,
  'role-change': (line) => `Changed the role of ${whom(line)} ${fromTo(line)}`,
  'record-deleted': (line) => `Deleted ${recordsText(line)}`,
  'person-erased': (line) =>
    `Erased a person, ${countText(line)} in all${textOf(line, 'why') === null ? '' : ` (${textOf(line, 'why')})`}`,
  'records-merged': (line) =>
    rowsOf(line) > 1
      ? `Merged ${formatNumber(rowsOf(line))} ${inSentence(namesOf(line).plural)} into others`
      : `Merged another ${inSentence(namesOf(line).label)} into ${line.title ?? 'the one that stays'}`,
  'handed-over': (line) => {
    if (line.subject === null) return `Took ${recordsText(line)} from whoever had them`;
    return isOwn(line)
      ? `Took over ${recordsText(line)} of others`
      : `Handed ${recordsText(line)} over to ${whom(line)}`;
  },
  'view-shared': (line) =>
    textOf(line, 'to') === null
      ? `Shared ${recordsText(line)} with nobody any more`
      : `Shared ${recordsText(line)} with ${textOf(line, 'to')}`,
  'record-restored': (line) => `Restored ${recordsText(line)}`,
  'deleted-read': (line) =>
    `Looked at deleted ${inSentence(namesOf(line).plural)}, ${countText(line)} within a day`,
  'pictures-refused': () => 'Sent more pictures than there is room for while no record shows them',
  'saves-refused': () => 'Saved more than one account may in a day',
  'records-changed': (line) =>
    `Changed ${inSentence(namesOf(line).plural)} one by one, ${countText(line)} within a day`,
  import: (line) => {
    const set = textOf(line, 'set');
    const what = `Brought in ${inSentence(namesOf(line).plural)}`;
    return set === null
      ? `${what} one by one, ${countText(line)} within a day`
      : `${what}, ${countText(line)} so far: ${set}`;
  },
  export: (line) => {
    const claimed = line.detail?.['claimed'];
    const doubt = typeof claimed === 'number' ? `; the device said ${formatNumber(claimed)}` : '';
    return `Exported ${namesOf(line).plural}${'rows' in (line.detail ?? {}) ? `, ${countText(line)}` : ''}${doubt}${timesText(line)}`;
  },
  'data-read': (line) => (READ[textOf(line, 'list') ?? ''] ?? READ['rest'])?.(countText(line)) ?? line.action,
  'document-read': (line) =>
    textOf(line, 'entity') === null
      ? 'Opened a document that they had sent'
      : `Opened ${recordsText(line)}${timesText(line)}`,
  'person-copied': (line) => `Gave a copy of all that is kept about ${recordsText(line)}`,
  backup: () => 'Had a backup made',
  'data-moved': () => 'Had all data written out for an office server',
  'first-sync': (line) =>
    `Fetched everything on ${textOf(line, 'device') ?? 'another program'}, ${countText(line)}${timesText(line)}`,
};

const isRefused = (line: AuditLine): boolean => line.outcome === 'refused';
const isOwn = (line: AuditLine): boolean => line.by !== null && line.by._id === line.subject?._id;
const whom = ({ subject }: AuditLine): string => (subject ? (subject.name ?? 'an unknown user') : 'somebody');

const fromTo = (line: AuditLine): string =>
  `from ${textOf(line, 'from') ?? 'none'} to ${textOf(line, 'to') ?? 'none'}`;

function rowsOf({ detail }: AuditLine): number {
  const rows = detail?.['rows'];
  return typeof rows === 'number' ? rows : 0;
}

/** What became of two-step sign-in, by the code in the log. */
const SECOND_FACTOR_PHRASES: Readonly<Record<string, string>> = {
  on: 'Turned two-step sign-in on',
  replaced: 'Set two-step sign-in up again',
  off: 'Turned two-step sign-in off',
  'new-recovery-codes': 'Made new recovery codes',
  'recovery-code': 'Used a recovery code',
};

function secondFactorPhrase(line: AuditLine): string {
  const change = textOf(line, 'change') ?? '';
  if (change === 'reset') return `Turned two-step sign-in off for ${isOwn(line) ? 'themselves' : whom(line)}`;
  return SECOND_FACTOR_PHRASES[change] ?? 'Changed their two-step sign-in';
}

function pcsText({ detail }: AuditLine): string {
  const uses = detail?.['uses'];
  return uses === 1 ? 'one PC' : `${typeof uses === 'number' ? formatNumber(uses) : 'some'} PCs`;
}

/** `1,204 rows`. */
function countText(line: AuditLine): string {
  const rows = rowsOf(line);
  return `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

function timesText({ detail }: AuditLine): string {
  const times = detail?.['times'];
  return typeof times === 'number' ? ` (${formatNumber(times)} times that day)` : '';
}

/** `the candidate Asha Rao`, or `40 candidates`. */
function recordsText(line: AuditLine): string {
  const { label, plural } = namesOf(line);
  const rows = rowsOf(line);
  if (rows > 1) return `${formatNumber(rows)} ${inSentence(plural)}`;
  return line.title === undefined
    ? `one of the ${inSentence(plural)}`
    : `the ${inSentence(label)} ${line.title}`;
}

/** What the records of the line are called. */
function namesOf(line: AuditLine): { label: string; plural: string } {
  const entity = textOf(line, 'entity') ?? '';
  return isEntityName(entity) ? entityOf(entity) : { label: entity, plural: entity };
}

function textOf({ detail }: AuditLine, name: string): string | null {
  const value = detail?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function isAction(text: string | null): text is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === text);
}

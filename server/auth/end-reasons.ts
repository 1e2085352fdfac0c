import {
  EndedByRestore,
  PlainError,
  RoleChanged,
  SessionExpired,
  type ErrorCode,
} from '#shared/protocol/errors.ts';

/** Why a session ended. */
export type EndReason =
  | 'signed-out'
  | 'ended-elsewhere'
  | 'ended-by-administrator'
  | 'role-changed'
  | 'deactivated'
  | 'deleted'
  | 'password-changed'
  | 'token-reused'
  | 'restored'
  | 'second-factor-changed'
  | 'too-old';

const END_SENTENCES: Readonly<Record<EndReason, string>> = {
  'signed-out': 'You signed out. Sign in again.',
  'ended-elsewhere': 'You were signed out from another of your devices. Sign in again.',
  'ended-by-administrator': 'An administrator signed you out. Sign in again.',
  'role-changed': 'Your role was changed. Sign in again.',
  deactivated: 'Your account was deactivated. Ask an administrator.',
  deleted: 'Your account was deleted. Ask an administrator.',
  'password-changed': 'Your password was changed. Sign in with the new one.',
  'second-factor-changed': 'Your two-step sign-in was changed. Sign in again.',
  'token-reused': 'This session was ended because its key was used twice. Sign in again.',
  restored: 'The server was restored from a backup. Sign in again; your changes are safe.',
  'too-old':
    'You have been signed in here for a long time. Sign in again to go on; your changes are safe here.',
};

/** What a desk hears where it is not `session-ended`, at which it gives up what it holds. */
const END_CODES: Partial<Record<EndReason, ErrorCode>> = {
  deactivated: 'account-closed',
  deleted: 'account-closed',
  // The account is the same and as good as before: signing in again is all that is wanted.
  'second-factor-changed': 'unauthenticated',
};

/** At these a desk keeps what it holds and stays open: whatever happens to the account afterwards counts all the same. */
export const MILD_REASONS = ['second-factor-changed', 'too-old'] as const satisfies readonly EndReason[];

export const isMild = (reason: EndReason): boolean => MILD_REASONS.some((each) => each === reason);

/**
 * What whoever calls with an ended session hears.
 * @param role the user's now, where they have an account still
 */
export function endedBy(reason: EndReason, role?: string): PlainError {
  if (reason === 'too-old') return new SessionExpired(END_SENTENCES[reason]);
  if (reason === 'restored') return new EndedByRestore(END_SENTENCES[reason]);
  if (reason === 'role-changed') return new RoleChanged(END_SENTENCES[reason], role);
  return new PlainError(END_CODES[reason] ?? 'session-ended', END_SENTENCES[reason]);
}

/** The reason as it is kept; one that this version does not know is told as the mildest. */
export function endReasonOf(text: string | null): EndReason {
  return text !== null && Object.hasOwn(END_SENTENCES, text) ? (text as EndReason) : 'signed-out';
}

import { PlainError } from '#shared/protocol/errors.ts';

/** Whether the server ended the session because the account is closed, and not because the user should sign in anew. */
export function isLockedOut(error: PlainError): boolean {
  return error.code === 'account-closed';
}

/** Whether the server says that the session is over. */
export function isSessionOver(error: unknown): error is PlainError {
  return error instanceof PlainError && (error.code === 'session-ended' || isLockedOut(error));
}

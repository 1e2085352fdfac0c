import { AccountClosed, PlainError } from '#shared/protocol/errors.ts';

/**
 * The account is closed as far as the server knows, which was put back to an older state, or could not be asked about
 * that: nothing opens here without its word, and what the server may have lost is kept.
 */
export class AccountMayBeOpen extends AccountClosed {
  constructor({ message, account, putBack }: AccountClosed) {
    super(message, account, putBack);
  }
}

/** Whether the server ended the session because the account is closed, and not because the user should sign in anew. */
export function isLockedOut(error: PlainError): boolean {
  return error.code === 'account-closed';
}

/** Whether the server says that the session is over. */
export function isSessionOver(error: unknown): error is PlainError {
  return error instanceof PlainError && (error.code === 'session-ended' || isLockedOut(error));
}

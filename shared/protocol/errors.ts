import type { FieldIssue } from '#shared/model/validation.ts';

/** Codes of errors that cross a boundary, REST, sync or bridge; each comes with one plain sentence. */
export const ERROR_CODES = [
  'bad-request',
  'unauthenticated',
  'session-ended',
  /** The account was deactivated or deleted: signing in again will not help. */
  'account-closed',
  /** The password was right; a code from the user's authenticator app is wanted too, or the one given was wrong. */
  'second-factor',
  /** The user's role needs two-step sign-in: until it is set up, the session is good for that alone. */
  'second-factor-setup',
  'forbidden',
  /** The window is locked: nothing is read or written until the user's password opens it. */
  'locked',
  'not-found',
  'conflict',
  /** Of a person who was erased: nothing of it is kept, on the desk neither. */
  'erased',
  /** The server was put back to an older state: what a desk was told is acknowledged may not be there. */
  'restored',
  'too-large',
  'invalid',
  'too-many-requests',
  'client-too-old',
  'internal',
  'unavailable',
  'offline',
  'not-supported',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** HTTP status of each code on REST and sync calls. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  'bad-request': 400,
  unauthenticated: 401,
  'session-ended': 401,
  'account-closed': 401,
  'second-factor': 401,
  'second-factor-setup': 403,
  forbidden: 403,
  locked: 423,
  'not-found': 404,
  conflict: 409,
  erased: 410,
  restored: 409,
  'too-large': 413,
  invalid: 422,
  'too-many-requests': 429,
  'client-too-old': 426,
  internal: 500,
  unavailable: 503,
  offline: 503,
  'not-supported': 501,
};

/** The body of every refused REST or sync call. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  fields?: FieldIssue[];
  /** With `account-closed` at sign-in: the id of that account, to whoever gave its password. */
  account?: string;
  /**
   * With `account-closed`: the server was put back to an older state since the desk's receipt, so that it may not know
   * that the account was opened again. The desk keeps what it has not got back to the server. With `session-ended`: that
   * alone ended the session.
   */
  putBack?: true;
  /** With `session-ended`: by its age alone. */
  expired?: true;
  /** With `session-ended`: the user has another role now, and which. */
  roleChanged?: true;
  role?: string;
}

/** A refusal with a sentence for the user; thrown on the server and on the desk alike. */
export class PlainError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldIssue[] | undefined;

  constructor(code: ErrorCode, sentence: string, fields?: FieldIssue[]) {
    super(sentence);
    this.name = 'PlainError';
    this.code = code;
    this.fields = fields;
  }

  toBody(): ErrorBody {
    return { error: this.message, code: this.code, ...(this.fields ? { fields: this.fields } : {}) };
  }
}

/** The account is closed, and which one it is: an email may have been another account's before. */
export class AccountClosed extends PlainError {
  readonly account: string;
  /** Whether the server was put back to an older state since it gave the desk its receipt. */
  readonly putBack: boolean;

  constructor(sentence: string, account: string, putBack = false) {
    super('account-closed', sentence);
    this.account = account;
    this.putBack = putBack;
  }

  override toBody(): ErrorBody {
    return { ...super.toBody(), account: this.account, ...(this.putBack ? { putBack: true } : {}) };
  }
}

/** A session has come to its end by its age alone: the user signs in again, and what is kept for them stays. */
export class SessionExpired extends PlainError {
  constructor(sentence: string) {
    super('session-ended', sentence);
  }

  override toBody(): ErrorBody {
    return { ...super.toBody(), expired: true };
  }
}

/** The session ended because the server was restored from a backup: nobody's password or rights were at stake. */
export class EndedByRestore extends PlainError {
  constructor(sentence: string) {
    super('session-ended', sentence);
  }

  override toBody(): ErrorBody {
    return { ...super.toBody(), putBack: true };
  }
}

/** The session ended because the user has another role now, and may see other things. */
export class RoleChanged extends PlainError {
  /** The new one; undefined where it is not known. */
  readonly role: string | undefined;

  constructor(sentence: string, role?: string) {
    super('session-ended', sentence);
    this.role = role;
  }

  override toBody(): ErrorBody {
    const role = this.role === undefined ? {} : { role: this.role };
    return { ...super.toBody(), roleChanged: true, ...role };
  }
}

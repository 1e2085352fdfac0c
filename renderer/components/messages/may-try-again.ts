import { PlainError, type ErrorCode } from '#shared/protocol/errors.ts';

/** Answers that stay the same however often one asks: something else has to change first. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bad-request',
  'unauthenticated',
  'session-ended',
  'account-closed',
  'forbidden',
  'not-found',
  'conflict',
  'too-large',
  'invalid',
  'client-too-old',
  'not-supported',
]);

/** Whether the same thing, tried again, can succeed. What nobody foresaw may. */
export function mayTryAgain(error: unknown): boolean {
  return !(error instanceof PlainError) || !FINAL.has(error.code);
}

import { PlainError } from '#shared/protocol/errors.ts';

const NOT_UNDERSTOOD =
  'The server answers in a way that this application does not understand. It is tried again; tell your administrator if it stays.';

/**
 * The answer, where it has the list, the text or the number that makes it one.
 * @throws PlainError `internal`, which passes, where it is anything else, as that of something in the server's place.
 */
export function understood<Answer>(answer: Answer, field: keyof Answer): Answer {
  const value: unknown = typeof answer === 'object' && answer !== null ? answer[field] : undefined;
  if (typeof value === 'string' || typeof value === 'number' || Array.isArray(value)) return answer;
  throw new PlainError('internal', NOT_UNDERSTOOD);
}

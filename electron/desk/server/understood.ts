import type { z } from 'zod';
import { PlainError } from '#shared/protocol/errors.ts';

const NOT_UNDERSTOOD =
  'The server answers in a way that this application does not understand. It is tried again; tell your administrator if it stays.';

/**
 * The answer as it came, where it has what makes it one.
 * @throws PlainError `internal`, which passes, where it is anything else, as that of something in the server's place.
 */
export function understood<Answer>(schema: z.ZodType, answer: Answer): Answer {
  if (schema.safeParse(answer).success) return answer;
  throw notUnderstood();
}

export const notUnderstood = (): PlainError => new PlainError('internal', NOT_UNDERSTOOD);

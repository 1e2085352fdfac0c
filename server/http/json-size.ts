import { PlainError } from '#shared/protocol/errors.ts';
import { jsonExcess } from '#shared/model/json-size.ts';

/**
 * No record comes near the levels; what is far beyond would overflow whatever looks into it. A push of 500 changes of every
 * field is far below the values; a few bytes each, millions of them take a second to unfold.
 */
const MOST = { levels: 50, values: 100_000 } as const;

/** Why a JSON text may not be unfolded: too many levels within each other, or too many values. null where it may. */
export function jsonRefusal(bytes: Buffer): PlainError | null {
  const excess = jsonExcess(bytes, MOST);
  if (excess === 'levels')
    return new PlainError('bad-request', 'The request has too many levels. Send plain values.');
  if (excess === 'values')
    return new PlainError('too-large', 'The request has too many values. Send less at once.');
  return null;
}

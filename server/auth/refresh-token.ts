import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const MAC_BYTES = 16;

/** A refresh token: the session, which rotation of its token it is, a secret, and our mark that we made it. */
export function newRefreshToken(secret: string, sessionId: string, generation: number): string {
  const text = `${sessionId}.${generation}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return `${text}.${markOf(secret, text).toString('base64url')}`;
}

/** What ids of sessions are made of. */
const SESSION_ID = /^[\w-]+$/;

export interface ReadRefreshToken {
  /**
   * null where the text names none that there can be: those of several calls are looked up together, and a character that
   * no database reads would spoil that for all.
   */
  sessionId: string | null;
  /** null where nothing shows that we made the token: an older server's, or anybody's text. */
  generation: number | null;
}

export function readRefreshToken(secret: string, token: string): ReadRefreshToken {
  const at = token.lastIndexOf('.');
  const text = token.slice(0, Math.max(at, 0));
  const [sessionId = '', generation = ''] = token.split('.');
  const mark = Buffer.from(token.slice(at + 1), 'base64url');
  const made = mark.length === MAC_BYTES && timingSafeEqual(mark, markOf(secret, text));
  return {
    sessionId: SESSION_ID.test(sessionId) ? sessionId : null,
    generation: made ? Number(generation) : null,
  };
}

/** What a session keeps of its refresh tokens. */
interface Rotation {
  refreshHash: string | null;
  previousHash: string | null;
  generation: number;
  seenGeneration: number;
}

/**
 * What a refresh token, by its hash and the rotation that it says, is to its session: good now, one that was good before, or none that this data gave out. After a
 * restore from a backup desks come with tokens of later rotations than the data knows of: no sign of a theft.
 */
export function stateOfToken(
  row: Rotation,
  given: string,
  made: number | null,
): 'good' | 'reused' | 'foreign' {
  const generation = Number(row.generation);
  const answerWasLost = given === row.previousHash && Number(row.seenGeneration) < generation;
  if (given === row.refreshHash || answerWasLost) return 'good';
  const wasGood = given === row.previousHash || (made !== null && made <= generation);
  return wasGood ? 'reused' : 'foreign';
}

const markOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`refresh token ${text}`).digest().subarray(0, MAC_BYTES);

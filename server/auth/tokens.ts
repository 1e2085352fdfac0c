import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** What an access token says. Whether the session still stands is looked up on every call. */
export interface TokenContent {
  sessionId: string;
  userId: string;
  /** Which rotation of the session's refresh token it came with. */
  generation: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

const ALGORITHM = 'HS256';

/**
 * So far may the clocks of server processes differ. A token of a later time was made while a clock was ahead, and would be
 * good for longer.
 */
const CLOCKS_DIFFER_SECONDS = 300;

const keys = new Map<string, KeyObject>();

/** As a key object: of a plain text the library would first try to make a public key, on every call. */
function keyOf(secret: string): KeyObject {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = createSecretKey(Buffer.from(secret))));
  return key;
}

export function signToken(
  secret: string,
  content: Omit<TokenContent, 'expiresAt'>,
  expiresIn: number,
): string {
  return jwt.sign({ sid: content.sessionId, gen: content.generation }, keyOf(secret), {
    algorithm: ALGORITHM,
    subject: content.userId,
    expiresIn,
  });
}

/** Tokens whose signature was found good: a desk sends the same one with every call of a quarter of an hour. */
const verified = new Map<string, { secret: string; issuedAt: number; content: TokenContent }>();
const MOST_VERIFIED = 2_000;

/** The content of a token that we signed and that is good now; null for any other text. */
export function readToken(secret: string, token: string): TokenContent | null {
  let known = verified.get(token);
  if (known?.secret !== secret) {
    const found = verify(secret, token);
    if (!found) return null;
    known = { secret, ...found };
    if (verified.size >= MOST_VERIFIED) verified.clear();
    verified.set(token, known);
  }
  const now = Math.floor(Date.now() / 1000);
  if (known.issuedAt <= now + CLOCKS_DIFFER_SECONDS && now < known.content.expiresAt) return known.content;
  verified.delete(token);
  return null;
}

function verify(secret: string, token: string): { issuedAt: number; content: TokenContent } | null {
  let payload: string | jwt.JwtPayload;
  try {
    payload = jwt.verify(token, keyOf(secret), { algorithms: [ALGORITHM] });
  } catch {
    return null;
  }
  if (typeof payload === 'string') return null;
  const { sid, gen, sub, iat, exp } = payload as Record<string, unknown>;
  if (typeof sid !== 'string' || typeof sub !== 'string') return null;
  if (typeof gen !== 'number' || typeof iat !== 'number' || typeof exp !== 'number') return null;
  return { issuedAt: iat, content: { sessionId: sid, userId: sub, generation: gen, expiresAt: exp } };
}

import { hkdfSync } from 'node:crypto';

/**
 * A user's key of this server, 32 bytes in base64: it is given to the user's own desk at each sign-in, which seals the key of
 * its data under it (decision 43). It follows from the signing secret, the same on every desk of the user, and is kept nowhere.
 */
export function dataKeyOf(secret: string, userId: string): string {
  return Buffer.from(hkdfSync('sha256', secret, userId, 'data of a desk', 32)).toString('base64');
}

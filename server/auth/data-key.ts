import { hkdfSync } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** Under which it is in the table "meta". */
export const DATA_SECRET = 'deskDataSecret';

const derived = (secret: string, salt: string, what: string): string =>
  Buffer.from(hkdfSync('sha256', secret, salt, what, 32)).toString('base64');

/**
 * The secret that users' keys follow from. It is in the database, so that a backup restored elsewhere opens what desks sealed
 * before: whoever has a backup has the data anyway. First taken from the signing secret: restored to a backup from before there
 * was one, the same server makes the same again.
 */
export async function dataSecretOf(database: Database, signingSecret: string): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const [row] = await database.all<{ value: string }>(
      `SELECT "value" FROM "meta" WHERE "name" = '${DATA_SECRET}'`,
    );
    return row?.value;
  };
  const kept = await read();
  if (kept !== undefined) return kept;
  const first = derived(signingSecret, '', 'secret of what desks keep');
  await database.write((trx) =>
    trx.all(`INSERT INTO "meta" ("name", "value") VALUES ('${DATA_SECRET}', ?) ON CONFLICT DO NOTHING`, [
      first,
    ]),
  );
  // Another process may have been first.
  return (await read()) ?? first;
}

/**
 * A user's key of this server, 32 bytes in base64: it is given to the user's own desk at each sign-in, which seals the key of
 * its data under it (decision 43). The same on every desk of the user; nowhere is it written down itself.
 */
export function dataKeyOf(dataSecret: string, userId: string): string {
  return derived(dataSecret, userId, 'data of a desk');
}

import type { TestServer } from './server.ts';

/**
 * Puts the data back to the state at `seq`, as far as records were made since then, as a snapshot of the machine does:
 * the epoch stays. With `epochFrom` as a restored backup is, though the epoch stays too.
 */
export async function putBack(
  { database }: Pick<TestServer, 'database'>,
  seq: number,
  { restored = false } = {},
): Promise<void> {
  await database.write(async (trx) => {
    await trx.all('UPDATE "log_position" SET "seq" = ?', [seq]);
    for (const table of ['change_log', 'operations', 'conflicts'])
      await trx.all(`DELETE FROM "${table}" WHERE "seq" > ?`, [seq]);
    await trx.all('DELETE FROM "candidate" WHERE "_seq" > ?', [seq]);
    if (restored)
      await trx.all(
        `INSERT INTO "meta" ("name", "value") VALUES ('epochFrom', ?)
         ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
        [String(seq)],
      );
  });
}

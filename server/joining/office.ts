import { OFFICE_NAME_MAX } from '#shared/protocol/joining.ts';
import { audit } from '../audit/record.ts';
import type { Session } from '../auth/sessions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import { authorOf } from '../records/author.ts';

const OFFICE_NAME = 'officeName';

/** What the business calls itself; null where nobody has said so. */
export async function officeName({ all }: Pick<Transaction, 'all'>): Promise<string | null> {
  const [row] = await all<{ value: string }>('SELECT "value" FROM "meta" WHERE "name" = ?', [OFFICE_NAME]);
  return row?.value ?? null;
}

/** Says what the business calls itself; null or blank takes the name away. @returns the name that stands now */
export async function setOfficeName(
  database: Database,
  session: Session,
  given: string | null,
): Promise<string | null> {
  const text = (given ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const name = text === '' ? null : text.slice(0, OFFICE_NAME_MAX);
  await database.write(async (trx) => {
    await assertStillAllowed(trx, authorOf(session));
    const before = await officeName(trx);
    if (before === name) return;
    await trx.all('DELETE FROM "meta" WHERE "name" = ?', [OFFICE_NAME]);
    if (name !== null)
      await trx.all('INSERT INTO "meta" ("name", "value") VALUES (?, ?)', [OFFICE_NAME, name]);
    await audit(trx, {
      action: 'office-name',
      outcome: 'done',
      userId: session.user._id,
      address: session.address,
      detail: { from: before, to: name },
    });
  });
  return name;
}

import { codeOf } from '../../tests/product/authenticator.ts';
import type { RecoveryCodes, SecondFactorEnrolment } from '#shared/protocol/second-factor.ts';
import { SECOND_FACTOR_PATHS } from '#shared/protocol/second-factor.ts';
import type { Database } from '../database/database.ts';
import type { TestClient } from './client.ts';
import { PASSWORD } from './server.ts';

/** Sets two-step sign-in up for the user of the client. */
export async function enrol(
  client: TestClient,
  password = PASSWORD,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post<SecondFactorEnrolment>(SECOND_FACTOR_PATHS.begin, { proof: password });
  const { secret } = begun.body;
  const confirmed = await client.post<RecoveryCodes>(SECOND_FACTOR_PATHS.confirm, { code: codeOf(secret) });
  if (confirmed.status !== 200) throw new Error(`Not confirmed: ${JSON.stringify(confirmed.body)}`);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

/** As if the last code had been used long ago: tests need not wait for the next one. */
export async function forgetUsedCodes(database: Database): Promise<void> {
  await database.write((trx) => trx.all('UPDATE "second_factors" SET "lastStep" = 0'));
}

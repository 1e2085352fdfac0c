import type { Role } from '#shared/access/roles.ts';
import type { Passwords } from '../auth/passwords.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { Database } from '../database/database.ts';
import { TestClient } from './client.ts';
import { ALL_ROLES, PASSWORD, userIdOf, type TestServer } from './server.ts';

/** A user of a test with the role that the server knows. */
export interface Colleague {
  _id: string;
  role: Role;
}

/** The test user of each role, and a second one of the same role. */
export const colleagues: readonly Colleague[] = ALL_ROLES.flatMap((role) => [
  { _id: userIdOf(role), role },
  { _id: `${userIdOf(role)}-too`, role },
]);

const emailOf = ({ _id }: Colleague): string => `${_id}@office.test`;

/** Loads the second user of each role: `prepare` of a test server. */
export async function loadColleagues(database: Database, passwords: Passwords): Promise<void> {
  const second = colleagues.filter(({ _id, role }) => _id !== userIdOf(role));
  await bulkLoad(
    database,
    'user',
    second.map((one) => ({ _id: one._id, name: one._id, email: emailOf(one), isActive: true, salary: 1 })),
  );
  await bulkLoad(
    database,
    'roleAssignment',
    second
      .filter(({ role }) => role !== '')
      .map((one) => ({ _id: `assignment-${one._id}`, userEmail: emailOf(one), roleName: one.role })),
  );
  for (const { _id } of second) await passwords.set(database, _id, PASSWORD);
}

/** A desk of the colleague, signed in at the server or at another one on the same data. */
export async function deskOf(
  server: Pick<TestServer, 'url'>,
  colleague: Colleague,
  desk: string,
): Promise<TestClient> {
  const client = new TestClient(server.url);
  await client.signIn(emailOf(colleague), PASSWORD, `${desk} of ${colleague._id}`);
  return client;
}

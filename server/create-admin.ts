import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fieldSchema } from '#shared/model/field-schema.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { audit } from './audit/record.ts';
import { openPasswords, type Passwords } from './auth/passwords.ts';
import type { Configuration } from './configuration/configuration.ts';
import { loadWithin } from './database/bulk-load.ts';
import type { Database } from './database/database.ts';
import { newId } from '#shared/model/new-id.ts';

/**
 * Makes the first administrator, asking for the password or reading it from standard input.
 * @returns a sentence that says what was done.
 * @throws Error with a sentence where there is an active Super Admin already.
 */
export async function createAdmin(database: Database, configuration: Configuration): Promise<string> {
  const email = fieldSchema(fieldOf(database.model.entity('user'), 'email')).safeParse(
    configuration.createAdmin,
  );
  if (!email.success || typeof email.data !== 'string') {
    throw new Error(`"${configuration.createAdmin ?? ''}" is not a valid email address.`);
  }
  const address = email.data;
  const assertFree: AssertFree = async (reading) => {
    const [admin] = await reading.all(
      `SELECT "_id" FROM "user" WHERE "roleName" = 'Super Admin' AND "isActive" = 1 AND "deletedAt" IS NULL LIMIT 1`,
    );
    if (admin) throw new Error('There is a Super Admin already. Sign in as one and add employees there.');
    const [taken] = await reading.all(
      'SELECT "_id" FROM "user" WHERE "email_key" = ? AND "deletedAt" IS NULL',
      [normaliseText(address)],
    );
    if (taken) throw new Error(`${address} belongs to an employee already. Give another email address.`);
  };
  // Nobody types a password in vain.
  await assertFree(database);
  const passwords = await openPasswords(database, configuration, (sentence) =>
    process.stderr.write(`${sentence}\n`),
  );
  const name = address.split('@')[0] ?? address;
  await addSuperAdmin(
    database,
    passwords,
    { name, email: address, password: await readPassword() },
    assertFree,
  );
  return `${address} is Super Admin now.`;
}

/** Throws where there may be no such user (any more). */
export type AssertFree = (reading: Pick<Database, 'all'>) => Promise<void>;

/**
 * Adds a user with the role and the password, or nothing at all: one without a password would keep everybody out for good.
 * @param assertFree is asked where nobody else writes any more
 * @param through where it is done, for the audit log; the command line where nothing is given
 * @throws PlainError where the password may not be taken.
 */
export async function addSuperAdmin(
  database: Database,
  passwords: Passwords,
  { name, email, password }: { name: string; email: string; password: string },
  assertFree: AssertFree,
  through?: 'first-start',
): Promise<void> {
  const userId = newId();
  const keepPassword = await passwords.prepare(userId, password, { name, email });
  const roleName = 'Super Admin';
  await database.write(async (trx, log) => {
    await assertFree(trx);
    const user = { _id: userId, name, email, isActive: true, roleName };
    const assignment = { _id: newId(), userEmail: email, roleName, userName: name };
    await loadWithin(trx, log, database, 'user', [user]);
    await loadWithin(trx, log, database, 'roleAssignment', [assignment]);
    await keepPassword(trx);
    const detail = through === undefined ? {} : { through };
    const told = { outcome: 'done', userId: null, subjectId: userId, detail } as const;
    await audit(trx, { ...told, action: 'user-created' });
    await audit(trx, {
      ...told,
      action: 'role-change',
      detail: { ...detail, from: null, to: roleName },
    });
    await audit(trx, { ...told, action: 'password-change' });
  });
}

/** One line: unseen from a terminal, as it is from a pipe. */
export async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of lines) return line;
    throw new Error('No password was given. Type one, or send it to standard input.');
  } finally {
    lines.close();
    if (terminal) process.stderr.write('\n');
  }
}

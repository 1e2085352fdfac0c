import { z } from 'zod';
import { fieldSchema } from '#shared/model/field-schema.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Passwords } from './auth/passwords.ts';
import { addSuperAdmin, type AssertFree } from './create-admin.ts';
import type { Database } from './database/database.ts';

/**
 * The first start on one's own computer: the application asks over the channel of this process, which no network
 * reaches, whether there is any user, and has the first administrator made. With the first user this ends for good.
 */

const questionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('is-first-start'), id: z.int() }),
  z.object({
    type: z.literal('make-first-admin'),
    id: z.int(),
    name: z.string().max(200),
    email: z.string().max(200),
    password: z.string().max(200),
  }),
]);

export interface FirstStartAnswer {
  type: 'answer';
  id: number;
  /** Of `is-first-start`: `yes` or null. Of `make-first-admin`: why not, or null where it is done. */
  result: string | null;
}

const SET_UP = 'This computer has been set up already. Sign in.';

/** Answers one message of the application; undefined where it is none of these. One at a time. */
export function answerFirstStart(
  database: Database,
  passwords: Passwords,
): (message: unknown) => Promise<FirstStartAnswer | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  return async (message) => {
    const question = questionSchema.safeParse(message);
    if (!question.success) return undefined;
    const { data } = question;
    const work = last.then(async () => {
      const first = await hasNoUser(database);
      if (data.type === 'is-first-start') return first ? 'yes' : null;
      if (!first) return SET_UP;
      return make(database, passwords, data);
    });
    last = work.catch(() => undefined);
    return { type: 'answer', id: data.id, result: await work };
  };
}

/** Deleted users count: their organisation has begun. */
async function hasNoUser(database: Pick<Database, 'all'>): Promise<boolean> {
  return (await database.all('SELECT "_id" FROM "user" LIMIT 1')).length === 0;
}

async function make(
  database: Database,
  passwords: Passwords,
  given: { name: string; email: string; password: string },
): Promise<string | null> {
  const user = database.model.entity('user');
  const name = fieldSchema(fieldOf(user, 'name')).safeParse(given.name);
  if (!name.success || typeof name.data !== 'string') return 'Give your name.';
  const email = fieldSchema(fieldOf(user, 'email')).safeParse(given.email);
  if (!email.success || typeof email.data !== 'string') return 'Enter a valid email address.';
  try {
    const admin = { name: name.data, email: email.data, password: given.password };
    const assertFree: AssertFree = async (reading) => {
      if (!(await hasNoUser(reading))) throw new PlainError('conflict', SET_UP);
    };
    await addSuperAdmin(database, passwords, admin, assertFree, 'first-start');
    return null;
  } catch (error) {
    if (error instanceof PlainError) return error.message;
    throw error;
  }
}

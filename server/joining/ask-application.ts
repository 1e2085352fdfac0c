import { z } from 'zod';
import { PlainError } from '#shared/protocol/errors.ts';
import { audit } from '../audit/record.ts';
import type { Session } from '../auth/sessions.ts';
import { DEMO_STAYS } from '../configuration/command-line.ts';
import type { Database } from '../database/database.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import { lanAddresses } from './own-names.ts';
import { authorOf } from '../records/author.ts';
import type { Services } from '../services.ts';

/**
 * What the application asks its own server about the office's network, over the channel of the process: no network reaches
 * it, so that nobody opens or closes a PC from another one (decision 45).
 */

const ASKED = {
  open: 'network-opened',
  close: 'network-closed',
  'new-key': 'server-key',
  move: 'data-moved',
} as const;

const questionSchema = z.discriminatedUnion('type', [
  /** Where other PCs reach this one, and how many use it; `own` is the desk of this PC. The answer is JSON. */
  z.object({ type: z.literal('network'), id: z.int(), own: z.string().max(100) }),
  /** Whether whoever has this token may do so now. The result is why not, as a sentence; null where it is noted. */
  z.object({
    type: z.literal('permit-network'),
    id: z.int(),
    own: z.string().max(100),
    token: z.string().max(8_000),
    what: z.enum(['open', 'close', 'new-key', 'move']),
  }),
]);

export type NetworkQuestion = z.infer<typeof questionSchema>;

export const isNetworkQuestion = (message: unknown): message is NetworkQuestion =>
  questionSchema.safeParse(message).success;

export type AnswerAboutNetwork = (
  question: NetworkQuestion,
) => Promise<{ type: 'answer'; id: number; result: string | null }>;

type Asked = Pick<Services, 'database' | 'sessions' | 'connected' | 'reach'>;

/** Answers these questions; what goes wrong is the result, as a sentence, so that nobody waits for it. */
export function answerAboutNetwork(services: Asked): AnswerAboutNetwork {
  return async (question) => {
    const { id } = question;
    try {
      const result =
        question.type === 'network'
          ? JSON.stringify(await standing(services, question.own))
          : await permit(services, question);
      return { type: 'answer', id, result };
    } catch (error) {
      return { type: 'answer', id, result: error instanceof Error ? error.message : String(error) };
    }
  };
}

interface Standing {
  addresses: string[];
  onNetwork: boolean;
  key: string | null;
  connected: number;
  signedIn: number;
}

async function standing({ database, connected, reach }: Asked, own: string): Promise<Standing> {
  const [row] = await database.all<{ desks: number | string }>(
    `SELECT COUNT(DISTINCT "deskId") AS "desks" FROM "sessions"
     WHERE "endedAt" IS NULL AND "expiresAt" > ? AND "deskId" IS NOT NULL AND "deskId" <> ?`,
    [new Date().toISOString(), own],
  );
  const { addresses } = reach.now();
  return {
    addresses,
    onNetwork: lanAddresses().length > 0,
    key: reach.key(),
    connected: connected.countBut(own),
    signedIn: Number(row?.desks ?? 0),
  };
}

async function permit(
  { database, sessions }: Asked,
  { token, own, what }: Extract<NetworkQuestion, { type: 'permit-network' }>,
): Promise<string | null> {
  const session = await sessions.authenticate(token, '127.0.0.1').catch((error: unknown) => {
    if (error instanceof PlainError) return error.message;
    throw error;
  });
  if (typeof session === 'string') return session;
  if (!mayDecide(session, own)) return 'Only a Super Admin who is signed in on this PC decides this.';
  if (what === 'open') await assertNoDemo(database);
  await database.write(async (trx) => {
    await assertStillAllowed(trx, authorOf(session));
    await audit(trx, {
      action: ASKED[what],
      outcome: 'done',
      userId: session.user._id,
      address: session.address,
    });
  });
  return null;
}

const mayDecide = ({ role, setUpOnly, deskId }: Session, own: string): boolean =>
  role === 'Super Admin' && !setUpOnly && deskId === own;

/** As `server/demo/staff.ts` makes their addresses. */
const DEMO_EMAILS = '%@demo.test';

/** @throws Error with one sentence where anybody could sign in with a password that everybody knows */
export async function assertNoDemo({ all }: Pick<Database, 'all'>): Promise<void> {
  const [found] = await all('SELECT "_id" FROM "user" WHERE "email" LIKE ? LIMIT 1', [DEMO_EMAILS]);
  if (found) throw new Error(DEMO_STAYS);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { proposedPaymentStatus } from '#shared/model/payment.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { randomOf } from '../testing/random.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Decision 49: where nobody chooses, the status is in the end what the amounts speak for, whoever wrote them and in whichever order. */

const HISTORIES = 60;
const AMOUNTS = [0, 10_000, 20_000, 30_000, 40_000];

let server: TestServer;
let clients: TestClient[];

beforeAll(async () => {
  server = await startTestServer();
  clients = [await server.signIn('HR'), await server.signIn('Admin'), await server.signIn('Super Admin')];
});
afterAll(() => server.stop());

interface Payment {
  fee: number;
  recievedAmount: number;
  paymentStatus: string;
}

const proposed = ({ fee, recievedAmount }: Omit<Payment, 'paymentStatus'>): string =>
  proposedPaymentStatus(fee, recievedAmount) ?? '';

test.each(Array.from({ length: HISTORIES }, (_, seed) => seed))('history %i', async (seed) => {
  const random = randomOf(seed + 1);
  const amount = (): number => AMOUNTS[random(AMOUNTS.length)] ?? 0;
  const id = `paid-${seed}`;
  const first = { fee: amount(), recievedAmount: amount() };
  const made = { ...first, paymentStatus: proposed(first) };
  const [result] = await (clients[0] as TestClient).push(
    newCandidate(id, { email: `${id}@people.test`, ...made }),
  );
  const desks = clients.map((client) => ({
    client,
    base: seqOf(result),
    sees: { ...made },
    waiting: [] as ReturnType<typeof operation>[],
  }));
  const stored = async (): Promise<Payment & { _seq?: number }> => {
    const [row] = await server.database.all<Payment & { _seq: number }>(
      'SELECT "fee", "recievedAmount", "paymentStatus", "_seq" FROM "candidate" WHERE "_id" = ?',
      [id],
    );
    if (!row) throw new Error('It is gone');
    return {
      ...row,
      fee: Number(row.fee),
      recievedAmount: Number(row.recievedAmount),
      _seq: Number(row._seq),
    };
  };
  const send = async (desk: (typeof desks)[number]): Promise<void> => {
    for (const one of desk.waiting.splice(0)) await desk.client.push(one);
  };
  for (let step = 0; step < 8; step += 1) {
    const desk = desks[random(desks.length)];
    if (!desk) continue;
    if (random(3) === 0) {
      await send(desk);
      const { _seq = 0, ...sees } = await stored();
      Object.assign(desk, { base: _seq, sees });
      continue;
    }
    // As the form does it: the status goes along where the amounts propose another one.
    const changes: Partial<Payment> = random(2) === 0 ? { fee: amount() } : { recievedAmount: amount() };
    if (random(4) === 0) Object.assign(changes, { fee: amount(), recievedAmount: amount() });
    const next = { ...desk.sees, ...changes };
    const after = { ...next, paymentStatus: proposed(next) };
    const differing = Object.entries(after).filter(
      ([name, value]) => desk.sees[name as keyof Payment] !== value,
    );
    if (differing.length > 0)
      desk.waiting.push(operation('update', 'candidate', id, Object.fromEntries(differing), desk.base));
    desk.sees = after;
  }
  for (const desk of desks) await send(desk);
  const { body } = await (clients[0] as TestClient).get<AnyRecord>(`/api/students/${id}`);
  const { fee, recievedAmount, paymentStatus } = await stored();
  expect([body['paymentStatus'], paymentStatus]).toEqual([paymentStatus, proposed({ fee, recievedAmount })]);
});

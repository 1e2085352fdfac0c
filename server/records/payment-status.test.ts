import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** The status of a payment follows its amounts, whoever changes them and in whichever order, until somebody chooses another one (decision 49). */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

/** A candidate with this much to pay and received; gives the id, and where the log stands then. */
async function owing(fee: number, recievedAmount: number, paymentStatus: string): Promise<[string, number]> {
  made += 1;
  const id = `owing-${made}`;
  const email = `${id}@people.test`;
  const [result] = await hr.push(newCandidate(id, { email, fee, recievedAmount, paymentStatus }));
  return [id, result?.status === 'applied' ? result.seq : 0];
}

const change = (id: string, changes: object, base = 1e9): Operation =>
  operation('update', 'candidate', id, { ...changes }, base);
const inSet = (id: string, one: Operation): Operation => ({ ...one, set: { id, title: 'Changed', part: 0 } });
const undo = (undoes: string, id: string): Operation => ({
  ...operation('undo', 'candidate', id),
  set: { id: `undo of ${undoes}`, title: 'Undone', part: 0, undoes },
});

async function expectOn(
  id: string,
  fee: number,
  recievedAmount: number,
  paymentStatus: string,
): Promise<void> {
  const { body } = await admin.get<AnyRecord>(`/api/students/${id}`);
  const { fee: fees, recievedAmount: received, paymentStatus: status } = body;
  expect([fees, received, status]).toEqual([fee, recievedAmount, paymentStatus]);
}

test('a fee that was raised offline while a colleague booked the rest is not fully paid, and the colleague is told', async () => {
  const [id, base] = await owing(60_000, 30_000, 'Partially Paid');
  await hr.pull();
  await hr.push(change(id, { recievedAmount: 60_000, paymentStatus: 'Fully Paid' }, base));
  await admin.push(change(id, { fee: 80_000 }, base));
  await expectOn(id, 80_000, 60_000, 'Partially Paid');
  const { conflicts } = await hr.pull();
  expect(conflicts).toMatchObject([{ recordId: id, field: 'paymentStatus', lost: 'Fully Paid' }]);
});

test('nor where the raised fee came first, which the colleague had not seen', async () => {
  const [id, base] = await owing(60_000, 30_000, 'Partially Paid');
  await admin.push(change(id, { fee: 80_000 }, base));
  await hr.push(change(id, { recievedAmount: 60_000, paymentStatus: 'Fully Paid' }, base));
  await expectOn(id, 80_000, 60_000, 'Partially Paid');
});

test('what somebody has chosen stays: with the amounts before them, or meanwhile', async () => {
  const [seen] = await owing(60_000, 60_000, 'Fully Paid');
  await admin.push(change(seen, { fee: 70_000 }));
  await expectOn(seen, 70_000, 60_000, 'Fully Paid');
  const [id, base] = await owing(60_000, 60_000, 'Fully Paid');
  await hr.push(change(id, { paymentStatus: 'Not Paid' }, base));
  await admin.push(change(id, { fee: 90_000 }, base));
  await expectOn(id, 90_000, 60_000, 'Not Paid');
  // By the calls of the old interface a field is set as it is said.
  await hr.push(change(id, { paymentStatus: 'Partially Paid' }));
  const path = `/api/students/${id}`;
  expect((await admin.request('PUT', path, { recievedAmount: 90_000 })).status).toBe(200);
  await expectOn(id, 90_000, 90_000, 'Partially Paid');
});

test('what its author has chosen stays, though they had not seen an amount: given, or left as it was', async () => {
  const [given, seen] = await owing(50_000, 40_000, 'Partially Paid');
  await admin.push(change(given, { fee: 48_000 }, seen));
  await hr.push(change(given, { recievedAmount: 45_000, paymentStatus: 'Fully Paid' }, seen));
  await expectOn(given, 48_000, 45_000, 'Fully Paid');
  // Their form had proposed another one, which they did not take: it says so, though nothing is changed by that.
  const [left, then] = await owing(50_000, 50_000, 'Fully Paid');
  await admin.push(change(left, { fee: 48_000 }, then));
  await hr.push(change(left, { recievedAmount: 45_000, paymentStatus: 'Fully Paid' }, then));
  await expectOn(left, 48_000, 45_000, 'Fully Paid');
});

test('two changes of one hand that waited follow what somebody else booked meanwhile', async () => {
  const [id, base] = await owing(20_000, 20_000, 'Fully Paid');
  await admin.push(change(id, { recievedAmount: 30_000 }, base));
  await hr.push(change(id, { fee: 30_000, paymentStatus: 'Partially Paid' }, base));
  await hr.push(change(id, { fee: 35_000 }, base));
  await expectOn(id, 35_000, 30_000, 'Partially Paid');
  const [other, then] = await owing(40_000, 20_000, 'Partially Paid');
  await admin.push(change(other, { recievedAmount: 0, paymentStatus: 'Not Paid' }, then));
  await hr.push(change(other, { fee: 20_000, paymentStatus: 'Fully Paid' }, then));
  await hr.push(change(other, { recievedAmount: 25_000 }, then));
  await expectOn(other, 20_000, 25_000, 'Fully Paid');
});

test('a proposal of unseen amounts does not stand because the rest is so already', async () => {
  const [id, base] = await owing(40_000, 0, 'Not Paid');
  await admin.push(change(id, { fee: 30_000, recievedAmount: 30_000, paymentStatus: 'Fully Paid' }, base));
  await hr.push(change(id, { recievedAmount: 30_000, paymentStatus: 'Partially Paid' }, base));
  await expectOn(id, 30_000, 30_000, 'Fully Paid');
});

test('long texts of others hold up nobody: what was seen is not asked of them', async () => {
  const [id, base] = await owing(50_000, 40_000, 'Partially Paid');
  await admin.push(change(id, { fee: 48_000, remarks: 'long '.repeat(4_000) }, base));
  await hr.push(change(id, { recievedAmount: 45_000, paymentStatus: 'Fully Paid' }, base));
  await expectOn(id, 48_000, 45_000, 'Partially Paid');
});

test('what a colleague has chosen with an amount stays against what was only proposed', async () => {
  const [id, base] = await owing(50_000, 40_000, 'Partially Paid');
  await admin.push(change(id, { fee: 60_000, paymentStatus: 'Not Paid' }, base));
  await hr.push(change(id, { recievedAmount: 50_000, paymentStatus: 'Fully Paid' }, base));
  await expectOn(id, 60_000, 50_000, 'Not Paid');
  // What was chosen before gave way in the form, to a proposal: that goes with the amounts.
  const [other, then] = await owing(50_000, 40_000, 'Not Paid');
  await admin.push(change(other, { fee: 60_000 }, then));
  await hr.push(change(other, { recievedAmount: 50_000, paymentStatus: 'Fully Paid' }, then));
  await expectOn(other, 60_000, 50_000, 'Partially Paid');
});

test('a change that is judged by what its author saw follows what they had not seen, unless it was chosen', async () => {
  const ackedAt = null;
  const seen = { fee: 60_000, recievedAmount: 30_000, paymentStatus: 'Partially Paid' };
  const [proposed, then] = await owing(60_000, 30_000, 'Partially Paid');
  await admin.push(change(proposed, { fee: 90_000 }, then));
  const booked = { recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
  await hr.push({ ...change(proposed, booked, 0), again: { ackedAt, seen } });
  await expectOn(proposed, 90_000, 60_000, 'Partially Paid');
  const [chosen, before] = await owing(60_000, 30_000, 'Partially Paid');
  await admin.push(change(chosen, { fee: 90_000 }, before));
  const discount = { recievedAmount: 50_000, paymentStatus: 'Fully Paid' };
  await hr.push({ ...change(chosen, discount, 0), again: { ackedAt, seen } });
  await expectOn(chosen, 90_000, 50_000, 'Fully Paid');
  // What was seen is as it was: its author has decided.
  const [same] = await owing(60_000, 30_000, 'Partially Paid');
  await hr.push({ ...change(same, { recievedAmount: 60_000 }, 0), again: { ackedAt, seen } });
  await expectOn(same, 60_000, 60_000, 'Partially Paid');
});

test('what was proposed for an amount does not stand without it where the server was put back', async () => {
  const [id, base] = await owing(60_000, 30_000, 'Partially Paid');
  // A day before: it had been taken in, and the backup was older.
  const acknowledged = new Date(Date.now() - 86_400_000).toISOString();
  await admin.push(change(id, { recievedAmount: 40_000 }, base));
  const seen = { fee: 60_000, recievedAmount: 30_000, paymentStatus: 'Partially Paid' };
  const booked = { recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
  await hr.push({ ...change(id, booked, 0), again: { ackedAt: acknowledged, seen } });
  await expectOn(id, 60_000, 40_000, 'Partially Paid');
});

test('what its author saw is what they had written themselves meanwhile, too', async () => {
  const [id, base] = await owing(50_000, 0, 'Not Paid');
  await hr.push(change(id, { fee: 40_000 }, base));
  await admin.push(change(id, { fee: 60_000 }));
  await hr.push(change(id, { recievedAmount: 40_000, paymentStatus: 'Fully Paid' }, base));
  await expectOn(id, 60_000, 40_000, 'Partially Paid');
});

test('where no fee was known nothing was proposed, and nothing is chosen', async () => {
  const [id] = await owing(50_000, 0, 'Not Paid');
  const [emptied] = await admin.push(change(id, { fee: null }));
  const base = emptied?.status === 'applied' ? emptied.seq : 0;
  await admin.push(change(id, { fee: 60_000 }));
  await hr.push(change(id, { recievedAmount: 30_000 }, base));
  await expectOn(id, 60_000, 30_000, 'Partially Paid');
});

test('an undo of a fee leaves the status to the amounts where another of them has changed since', async () => {
  const [rest] = await owing(60_000, 0, 'Not Paid');
  await admin.push(inSet('lowered', change(rest, { fee: 30_000 })));
  await hr.push(change(rest, { recievedAmount: 30_000, paymentStatus: 'Fully Paid' }));
  await admin.push(undo('lowered', rest));
  await expectOn(rest, 60_000, 30_000, 'Partially Paid');

  const [all] = await owing(80_000, 60_000, 'Partially Paid');
  await admin.push(inSet('lowered too', change(all, { fee: 30_000, paymentStatus: 'Fully Paid' })));
  await expectOn(all, 30_000, 60_000, 'Fully Paid');
  await hr.push(change(all, { recievedAmount: 80_000 }));
  await admin.push(undo('lowered too', all));
  await expectOn(all, 80_000, 80_000, 'Fully Paid');
});

test('an undo of all that was changed puts the status back as it was, chosen or not', async () => {
  const [id] = await owing(60_000, 30_000, 'Not Paid');
  await admin.push(inSet('booked', change(id, { recievedAmount: 60_000, paymentStatus: 'Fully Paid' })));
  await admin.push(undo('booked', id));
  await expectOn(id, 60_000, 30_000, 'Not Paid');
});

test('what an undo puts back follows the amounts, though others were taken back before', async () => {
  const [id, base] = await owing(60_000, 30_000, 'Partially Paid');
  const booked = { recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
  await hr.push(inSet(`${id} booked`, change(id, booked, base)));
  await admin.push(inSet(`${id} raised`, change(id, { fee: 80_000, paymentStatus: 'Partially Paid' })));
  const [back] = await hr.push(undo(`${id} booked`, id));
  await expectOn(id, 80_000, 30_000, 'Partially Paid');
  expect(back?.status === 'applied' ? (back.left ?? []) : back).toEqual([]);
  await admin.push(undo(`${id} raised`, id));
  await expectOn(id, 60_000, 30_000, 'Partially Paid');
});

test('an older payment that is undone leaves the status to what was received since', async () => {
  const [id, base] = await owing(60_000, 0, 'Not Paid');
  await hr.push(
    inSet(`${id} first`, change(id, { recievedAmount: 20_000, paymentStatus: 'Partially Paid' }, base)),
  );
  await hr.push(change(id, { recievedAmount: 40_000 }));
  const [back] = await hr.push(undo(`${id} first`, id));
  expect(back?.status === 'applied' && back.left).toMatchObject([{ field: 'Received Amount' }]);
  await expectOn(id, 60_000, 40_000, 'Partially Paid');
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { FileStore } from '../files/store.ts';
import { Thumbnails } from '../files/thumbnails.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { pdf, putDocument } from '../testing/documents.ts';
import { getFile, hashOf } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';
import { removeDeleted } from './remove-deleted.ts';

/** Decision 33: what was deleted long ago is really removed. */

let server: TestServer;
let admin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
});
afterEach(() => server.stop());

const remove = (days: number, inDays: number): Promise<number> => {
  const { database, dataFolder } = server;
  const files = new FileStore(`${dataFolder}/files`);
  const thumbnails = new Thumbnails(`${dataFolder}/thumbnails`);
  return removeDeleted({ database, files, thumbnails }, days, Date.now() + inDays * DAY_MS);
};

test('only what was deleted so long ago, and only once; 0 days keep it for ever', async () => {
  await admin.push(
    newCandidate('old', { fullName: 'Qwertunvlx Rao' }),
    newCandidate('there', { fullName: 'Asha Rao' }),
    operation('create', 'activity', 'note', { candidate: 'there', kind: 'Note', note: 'Zzkwcity' }),
    ...Array.from({ length: 120 }, (_, at) => newCandidate(`many-${at}`)),
  );
  await admin.push(
    operation('delete', 'candidate', 'old', {}, 1e9),
    operation('delete', 'activity', 'note', {}, 1e9),
    ...Array.from({ length: 120 }, (_, at) => operation('delete', 'candidate', `many-${at}`, {}, 1e9)),
  );
  expect(await remove(180, 179)).toBe(0);
  expect(await remove(0, 10_000)).toBe(0);
  expect(await remove(180, 181)).toBe(122);
  expect(await remove(180, 181)).toBe(0);
  const stored = Buffer.concat([...(await storedBytes(server)).values()]);
  for (const text of ['Qwertunvlx', 'Zzkwcity']) expect([text, stored.includes(text)]).toEqual([text, false]);
  expect((await admin.get<AnyRecord>('/api/students/there')).body['fullName']).toBe('Asha Rao');
});

test('nobody brings back what was removed', async () => {
  await admin.push(newCandidate('old', {}));
  await admin.push(operation('delete', 'candidate', 'old', {}, 1e9));
  await remove(180, 181);
  const [restored] = await admin.push(operation('restore', 'candidate', 'old', {}, 1e9));
  expect(restored).toMatchObject({ status: 'refused', code: 'erased' });
});

test('calls, notes and documents of a person go with the person', async () => {
  const hr = await server.signIn('HR');
  await hr.pull();
  const cv = pdf('the CV of Zubeida');
  await putDocument(admin, cv);
  await admin.push(
    newCandidate('old', { fullName: 'Zubeida Quraishi' }),
    newCandidate('there', { fullName: 'Asha Rao' }),
    operation('create', 'inquiry', 'lead', { Name: 'Zubeida Quraishi' }),
    ...(['old', 'there'] as const).map((candidate) =>
      operation('create', 'activity', `call-${candidate}`, { candidate, kind: 'Note', note: 'Zzkwnote' }),
    ),
    operation('create', 'activity', 'call-lead', { inquiry: 'lead', kind: 'Note', note: 'Zzkwcall' }),
    operation('create', 'document', 'cv', {
      candidate: 'old',
      kind: 'CV',
      name: 'cv.pdf',
      file: hashOf(cv),
      text: 'Zzkwtext',
    }),
  );
  await admin.push(
    operation('delete', 'candidate', 'old', {}, 1e9),
    operation('delete', 'inquiry', 'lead', {}, 1e9),
  );
  await hr.pull();
  // Whoever restores the person has them again.
  expect(await remove(180, 179)).toBe(0);
  expect(await remove(180, 181)).toBe(5);
  expect(await remove(180, 181)).toBe(0);
  const { gone } = await hr.pull();
  expect(gone.toSorted()).toEqual([
    'activity/call-lead',
    'activity/call-old',
    'candidate/old',
    'document/cv',
    'inquiry/lead',
  ]);
  expect((await getFile(admin, hashOf(cv))).status).toBe(404);
  expect((await admin.get<AnyRecord>('/api/activities/call-there')).body['note']).toBe('Zzkwnote');
  const stored = Buffer.concat([...(await storedBytes(server)).values()]);
  for (const text of ['Zubeida', 'Zzkwcall', 'Zzkwtext'])
    expect([text, stored.includes(text)]).toEqual([text, false]);
});

test('who was merged into somebody who is there stays, and goes with that one', async () => {
  const set = { id: 'merge', title: 'Merged', part: 0 };
  await admin.push(
    newCandidate('asha', { fullName: 'Asha Rao' }),
    newCandidate('rao', { fullName: 'A. Rao', city: 'Pune' }),
    { ...operation('delete', 'candidate', 'rao', {}, 1e9), set },
    {
      ...operation('create', 'mergedRecord', 'lead', { was: 'rao', name: 'A. Rao', candidate: 'asha' }),
      set,
    },
  );
  expect(await remove(180, 181)).toBe(0);
  // A desk that was away comes with a change of hers.
  const [late] = await admin.push(operation('update', 'candidate', 'rao', { company: 'Infosys' }, 1));
  expect(late).toMatchObject({ status: 'applied', arrivedAt: 'asha' });
  expect((await admin.get<AnyRecord>('/api/students/asha')).body['company']).toBe('Infosys');
  const history = await admin.get<{ mergedAs?: string }[]>('/api/history/candidate/asha');
  expect(JSON.stringify(history.body)).toContain('Pune');
  await admin.push(operation('delete', 'candidate', 'asha', {}, 1e9));
  expect(await remove(180, 179)).toBe(0);
  expect((await remove(180, 181)) + (await remove(180, 181))).toBe(3);
  const stored = Buffer.concat([...(await storedBytes(server)).values()]);
  for (const text of ['A. Rao', 'Pune']) expect([text, stored.includes(text)]).toEqual([text, false]);
});

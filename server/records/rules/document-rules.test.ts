import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_DOCUMENTS } from '#shared/model/document.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { pdf, putDocument } from '../../testing/documents.ts';
import { hashOf } from '../../testing/pictures.ts';
import { startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';

/** Decision 31: what follows from a document. */

let server: TestServer;
let hr: TestClient;
let admin: TestClient;
const CV = pdf('a CV');

beforeEach(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
  admin = await server.signIn('Admin');
  await putDocument(hr, CV);
});
afterEach(() => server.stop());

const document = (id: string, changes: Record<string, unknown>) =>
  operation('create', 'document', id, { kind: 'CV', name: 'cv.pdf', file: hashOf(CV), ...changes });
const read = async (path: string): Promise<AnyRecord> => (await admin.get<AnyRecord>(path)).body;

/** What a desk is told of documents. */
async function told(desk: TestClient): Promise<{ has: string[]; gone: string[] }> {
  const { rows, gone } = await desk.pull();
  const ofDocuments = (keys: Iterable<string>): string[] =>
    [...keys].filter((key) => key.startsWith('document/')).toSorted();
  return { has: ofDocuments(rows.keys()), gone: ofDocuments(gone) };
}

test('a CV is noted in the resume status, which can still be set', async () => {
  await hr.push(newCandidate('asha', { resumeStatus: 'Not Uploaded' }));
  await hr.push(document('photo', { candidate: 'asha', kind: 'Other' }));
  expect((await read('/api/students/asha'))['resumeStatus']).toBe('Not Uploaded');
  await hr.push(document('cv', { candidate: 'asha' }));
  expect((await read('/api/students/asha'))['resumeStatus']).toBe('Uploaded');
  await hr.push(operation('update', 'candidate', 'asha', { resumeStatus: 'Not Uploaded' }, 1e9));
  await hr.push(operation('update', 'document', 'cv', { name: 'cv of Asha.pdf' }, 1e9));
  expect((await read('/api/students/asha'))['resumeStatus']).toBe('Not Uploaded');
});

test('type and size are those of the content, and the name is no path', async () => {
  await hr.push(newCandidate('asha', {}));
  const name = '../../C:\\Users\\asha\\\u202Efdp.cv.pdf';
  await hr.push(document('cv', { candidate: 'asha', name, type: 'PNG', size: 7 }));
  expect(await read('/api/documents/cv')).toMatchObject({ name: 'fdp.cv.pdf', type: 'PDF', size: CV.length });
});

test('a person has so many documents and no more; a deleted one makes room', async () => {
  await hr.push(newCandidate('asha', {}), operation('create', 'hrRecord', 'ravi', { hrName: 'Ravi' }));
  const named = Array.from({ length: MOST_DOCUMENTS + 1 }, (_, at) => `cv-${String(at).padStart(3, '0')}`);
  const results = await hr.push(...named.map((id) => document(id, { candidate: 'asha' })));
  expect(results.slice(0, -1).every(({ status }) => status === 'applied')).toBe(true);
  const full = {
    status: 'refused',
    error: expect.stringContaining('Delete some of them first'),
  };
  expect(results.at(-1)).toMatchObject(full);
  expect(await hr.push(document('of-ravi', { hrRecord: 'ravi', kind: 'Other' }))).toMatchObject([
    { status: 'applied' },
  ]);
  // One that is there stays whatever it is called, be its person named once more.
  const renamed = { name: 'cv of Asha.pdf', candidate: 'asha' };
  expect(await hr.push(operation('update', 'document', 'cv-001', renamed, 1e9))).toMatchObject([
    { status: 'applied' },
  ]);
  const toAsha = { candidate: 'asha', hrRecord: null };
  const outcomes = await hr.push(
    operation('delete', 'document', 'cv-000', {}, 1e9),
    document('after', { candidate: 'asha' }),
    // Nor does one come in by being moved, or brought back.
    operation('update', 'document', 'of-ravi', toAsha, 1e9),
    operation('restore', 'document', 'cv-000', {}, 1e9),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied', 'refused', 'refused']);
});

test('a document is of one person, and keeps its file', async () => {
  await hr.push(newCandidate('asha', {}), operation('create', 'hrRecord', 'ravi', { hrName: 'Ravi' }));
  const results = await hr.push(
    document('of-nobody', {}),
    document('of-two', { candidate: 'asha', hrRecord: 'ravi' }),
    document('of-one', { hrRecord: 'ravi', kind: 'Offer letter' }),
  );
  expect(results.map(({ status }) => status)).toEqual(['refused', 'refused', 'applied']);
  const other = pdf('another file');
  await putDocument(hr, other);
  const [changed] = await hr.push(operation('update', 'document', 'of-one', { file: hashOf(other) }, 1e9));
  expect(changed).toMatchObject({ status: 'refused', code: 'invalid' });
});

test('the CV comes to the desk of the interviewer and leaves it with the candidate, whichever way', async () => {
  const employee = await server.signIn('Employee');
  const interviewerId = userIdOf('Employee');
  await hr.push(newCandidate('asha', {}), document('cv', { candidate: 'asha' }));
  await hr.push(document('offer', { candidate: 'asha', kind: 'Offer letter' }));
  expect(await told(employee)).toEqual({ has: [], gone: [] });
  await hr.push(operation('update', 'candidate', 'asha', { interviewerId }, 1e9));
  expect(await told(employee)).toEqual({ has: ['document/cv'], gone: [] });
  await hr.push(operation('update', 'document', 'cv', { kind: 'Certificate' }, 1e9));
  expect(await told(employee)).toEqual({ has: [], gone: ['document/cv'] });
  await hr.push(operation('update', 'document', 'cv', { kind: 'CV' }, 1e9));
  expect((await told(employee)).has).toEqual(['document/cv']);
  await admin.push(operation('delete', 'candidate', 'asha', {}, 1e9));
  expect((await told(employee)).gone).toEqual(['document/cv']);
  await admin.push(operation('restore', 'candidate', 'asha', {}, 1e9));
  expect((await told(employee)).has).toEqual(['document/cv']);
  await hr.push(operation('update', 'candidate', 'asha', { interviewerName: null }, 1e9));
  expect((await told(employee)).gone).toEqual(['document/cv']);
});

test('HR deletes its own documents and not those of others; who sees none adds none', async () => {
  await hr.push(newCandidate('asha', {}), document('own', { candidate: 'asha' }));
  await putDocument(admin, CV);
  await admin.push(document('others', { candidate: 'asha' }));
  const results = await hr.push(
    operation('delete', 'document', 'others', {}, 1e9),
    operation('delete', 'document', 'own', {}, 1e9),
  );
  expect(results.map(({ status }) => status)).toEqual(['refused', 'applied']);
  for (const role of ['Employee', 'Student'] as const) {
    const [result] = await (await server.signIn(role)).push(document(`by-${role}`, { candidate: 'asha' }));
    expect([role, result?.status]).toEqual([role, 'refused']);
  }
});

test('documents move with a merge, and the interviewer of the one that stays reads them', async () => {
  const interviewerId = userIdOf('Employee');
  await hr.push(newCandidate('stays', { interviewerId }), newCandidate('goes', {}));
  await hr.push(document('cv', { candidate: 'goes' }));
  const [moved] = await admin.push(operation('update', 'document', 'cv', { candidate: 'stays' }, 1e9));
  expect(moved).toMatchObject({ status: 'applied' });
  expect((await read('/api/documents/cv'))['interviewerId']).toBe(interviewerId);
});

test.each([
  ['the desk that merges knows of', true],
  ['only the server knows of', false],
])(
  'a CV that %s is shown to the interviewer of the one that stays, and back when the merge is undone',
  async (_how, deletes) => {
    const [employee, superAdmin] = [await server.signIn('Employee'), await server.signIn('Super Admin')];
    const interviewerId = userIdOf('Employee');
    await hr.push(
      newCandidate('hers', { interviewerId }),
      newCandidate('goes', {}),
      newCandidate('stays', {}),
      document('cv', { candidate: 'hers' }),
      document('deleted', { candidate: 'goes' }),
    );
    await admin.push(operation('delete', 'document', 'deleted', {}, 1e9));
    const merge = (was: string, candidate: string) => {
      const set = { id: `${was}-${candidate}`, title: 'Merged', part: 0 };
      const lead = { ...operation('create', 'mergedRecord', set.id, { was, candidate }), set };
      return deletes ? [{ ...operation('delete', 'candidate', was, {}, 1e9), set }, lead] : [lead];
    };
    expect((await told(employee)).has).toEqual(['document/cv']);
    // She interviews the one that goes, and not the one that stays.
    await admin.push(...merge('hers', 'stays'));
    expect((await read('/api/documents/cv'))['candidate']).toBe('stays');
    expect((await employee.get('/api/documents/cv')).status).toBe(404);
    expect(await told(employee)).toEqual({ has: [], gone: ['document/cv'] });
    await superAdmin.post('/api/change-sets/hers-stays/undo', { set: 'undo' });
    expect(await told(employee)).toEqual({ has: ['document/cv'], gone: [] });
    // The other way round; and one that was deleted while its candidate was merged.
    await admin.push(...merge('goes', 'hers'));
    await admin.push(operation('restore', 'document', 'deleted', {}, 1e9));
    expect(await told(employee)).toEqual({ has: ['document/deleted'], gone: [] });
  },
);

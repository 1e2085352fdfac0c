import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { pdf, putDocument } from '../testing/documents.ts';
import { hashOf, picture, putFile } from '../testing/pictures.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** Decision 32: a copy of all that is kept about a person. */

interface Copied {
  name: string;
  records: {
    kind: string;
    id: string;
    deleted: boolean;
    values: { label: string; text: string }[];
    data: Record<string, unknown>;
    history: {
      what: string;
      by: string | null;
      changes: { label: string; before: string; text: string }[];
    }[];
  }[];
  files: { hash: string; name: string; type: string; content: string | null }[];
}

let server: TestServer;
let admin: TestClient;
const CV = pdf('the CV of Meera');
const PHOTO = picture('Meera');
const OTHERS = 'Nobody of them';

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  await putDocument(admin, CV);
  await putFile(admin, PHOTO);
  await admin.push(
    operation('create', 'contactInquiry', 'web', { name: 'Meera', email: 'meera@sample.test' }),
    operation('create', 'inquiry', 'lead', { Name: 'Meera Nair', mobile: '98450 11111', contact: 'web' }),
    operation('update', 'contactInquiry', 'web', { inquiry: 'lead' }, 1e9),
    newCandidate('meera', { fullName: 'Meera Nair', inquiry: 'lead', profilePicture: hashOf(PHOTO) }),
    operation('update', 'inquiry', 'lead', { enrolledAs: 'meera' }, 1e9),
    operation('update', 'candidate', 'meera', { city: 'Kochi' }, 1e9),
    operation('update', 'candidate', 'meera', { city: 'Pune', fee: 45_000 }, 1e9),
    operation('create', 'activity', 'call', {
      inquiry: 'lead',
      kind: 'Call',
      note: 'Asked <b>about</b> fees',
    }),
    operation('create', 'document', 'cv', {
      candidate: 'meera',
      kind: 'CV',
      name: 'meera.pdf',
      file: hashOf(CV),
    }),
    newCandidate('other', { fullName: OTHERS, city: 'Kochi' }),
    operation('create', 'activity', 'others', { candidate: 'other', kind: 'Note', note: OTHERS }),
  );
});
afterAll(() => server.stop());

const copyOf = async (client: TestClient, id = 'meera', entity = 'candidate'): Promise<Copied> => {
  const answer = await client.get<Copied>(`/api/persons/${entity}/${id}/copy`);
  expect(answer.status).toBe(200);
  return answer.body;
};

test('it has the person in every form, what was done, the documents with their bytes, and every change', async () => {
  const copy = await copyOf(admin);
  expect(copy.name).toBe('Meera Nair');
  expect(copy.records.map(({ id }) => id).toSorted()).toEqual(['call', 'cv', 'lead', 'meera', 'web']);
  const own = copy.records.find(({ id }) => id === 'meera');
  expect(own?.data).toMatchObject({ city: 'Pune', fee: 45_000 });
  expect(own?.values).toContainEqual({ label: 'Fee', text: '₹45,000' });
  const cities = own?.history.flatMap(({ changes }) => changes.filter(({ label }) => label === 'City'));
  expect(cities?.map(({ before, text }) => `${before} → ${text}`)).toEqual(['Kochi → Pune', ' → Kochi']);
  const files = new Map(copy.files.map((file) => [file.hash, file]));
  expect(Buffer.from(files.get(hashOf(CV))?.content ?? '', 'base64').equals(CV)).toBe(true);
  expect(files.get(hashOf(PHOTO))).toMatchObject({ name: 'Profile Picture', type: 'image/png' });
  expect(JSON.stringify(copy)).not.toContain(OTHERS);
});

test('it is the same from whichever record of the person, and has what was deleted and merged', async () => {
  await admin.push(newCandidate('twice', { fullName: 'Mira Nair' }));
  await admin.push(
    operation('create', 'mergedRecord', 'led', { was: 'twice', name: 'Mira Nair', candidate: 'meera' }),
    operation('delete', 'candidate', 'twice', {}, 1e9),
    operation('delete', 'activity', 'call', {}, 1e9),
  );
  const copy = await copyOf(admin, 'web', 'contactInquiry');
  const deleted = copy.records.filter((one) => one.deleted).map(({ id }) => id);
  expect(deleted.toSorted()).toEqual(['call', 'twice']);
  expect(copy.records.map(({ id }) => id)).toContain('cv');
});

test('the page for people runs nothing, whatever was typed', async () => {
  const response = await fetch(`${server.url}/api/persons/candidate/meera/copy?format=html`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  const page = await response.text();
  expect(page).toContain('Asked &lt;b&gt;about&lt;/b&gt; fees');
  expect(page).toContain('Kochi → Pune');
  expect(page).not.toMatch(/<script|<img|<iframe|href=/i);
});

test('only administrators give one, of somebody who is there, and the audit log says who did', async () => {
  for (const role of ['HR', 'Employee', 'Student', ''] as Role[]) {
    const answer = await (await server.signIn(role)).get('/api/persons/candidate/meera/copy');
    expect([role, answer.status]).toEqual([role, 403]);
  }
  expect((await server.client().get('/api/persons/candidate/meera/copy')).status).toBe(401);
  expect((await admin.get('/api/persons/candidate/nobody/copy')).status).toBe(404);
  expect((await admin.get('/api/persons/user/user-hr/copy')).status).toBe(404);
  expect((await admin.get('/api/persons/candidate/meera/copy?format=exe')).status).toBe(400);
  const superAdmin = await server.signIn('Super Admin');
  const { body } = await superAdmin.get<{ by: { _id: string }; detail: unknown }[]>(
    '/api/audit?action=person-copied',
  );
  expect(body[0]).toMatchObject({ by: { _id: userIdOf('Admin') }, detail: { entity: 'candidate' } });
});

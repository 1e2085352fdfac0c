import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DOCUMENT_OF_WRONG_TYPE,
  DOCUMENT_TOO_LARGE,
  MAX_DOCUMENT_BYTES,
} from '#shared/model/document-file.ts';
import { filePath, PIECE_BYTES } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { getDocument, pdf, putDocument, putPiece, received } from '../testing/documents.ts';
import { getFile, hashOf, picture, putFile } from '../testing/pictures.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/** Decision 31: the bytes of documents. */

let server: TestServer;
let hr: TestClient;
let admin: TestClient;
let employee: TestClient;
let student: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  [hr, admin, employee, student] = await Promise.all([
    server.signIn('HR'),
    server.signIn('Admin'),
    server.signIn('Employee'),
    server.signIn('Student'),
  ]);
});
afterAll(() => server.stop());

const begun = (): string[] => {
  const folder = join(server.dataFolder, 'uploads');
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))) : [];
};

/** A document's record, with its file sent before. */
async function added(id: string, candidate: string, kind: string, bytes: Buffer): Promise<string> {
  const hash = hashOf(bytes);
  expect(await putDocument(hr, bytes)).toMatchObject({ status: 200, body: { kept: true } });
  const [result] = await hr.push(
    operation('create', 'document', id, { candidate, kind, name: `${id}.pdf`, file: hash }),
  );
  expect(result).toMatchObject({ status: 'applied' });
  return hash;
}

test('a document of 10 MB arrives in pieces, goes on after a cut, and is given back in pieces', async () => {
  await hr.push(newCandidate('large', {}));
  const bytes = pdf('large', MAX_DOCUMENT_BYTES);
  const hash = hashOf(bytes);
  const of = bytes.length;
  const piece = (at: number): Buffer => bytes.subarray(at, at + PIECE_BYTES);
  expect(await received(hr, hash)).toEqual({ status: 200, body: { received: 0, kept: false } });
  await putPiece(hr, { hash, at: 0, of, bytes: piece(0) });
  const second = await putPiece(hr, { hash, at: PIECE_BYTES, of, bytes: piece(PIECE_BYTES) });
  expect(second.body).toEqual({ received: 2 * PIECE_BYTES, kept: false });

  // The line was cut, and nobody knows after which piece: it is asked, and what comes too early or twice changes nothing.
  expect((await received(hr, hash)).body.received).toBe(2 * PIECE_BYTES);
  const early = await putPiece(hr, { hash, at: 5 * PIECE_BYTES, of, bytes: piece(5 * PIECE_BYTES) });
  expect(early.body).toEqual({ received: 2 * PIECE_BYTES, kept: false });
  await putPiece(hr, { hash, at: PIECE_BYTES, of, bytes: piece(PIECE_BYTES) });
  for (let at = 2 * PIECE_BYTES; at < of; at += PIECE_BYTES)
    await putPiece(hr, { hash, at, of, bytes: piece(at) });
  expect((await received(hr, hash)).body).toEqual({ received: of, kept: true });
  expect(begun()).not.toContain(hash);

  await hr.push(
    operation('create', 'document', 'large-one', {
      candidate: 'large',
      kind: 'CV',
      name: 'a.pdf',
      file: hash,
    }),
  );
  expect((await getDocument(admin, hash))?.equals(bytes)).toBe(true);
  const first = await getFile(admin, hash);
  expect(first.headers.get('content-disposition')).toBe('attachment');
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  expect(first.headers.get('content-type')).toBe('application/pdf');
  expect(first.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

test('only PDF, DOCX, JPEG and PNG, told by content, 10 MB at most, and of the hash that was said', async () => {
  for (const bytes of [
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('MZ an executable called cv.pdf'),
    Buffer.from([0x50, 0x4b, 0x03, 0x04, ...Buffer.from('xl/workbook.xml')]),
  ]) {
    const answer = await putDocument(hr, bytes);
    expect(answer).toMatchObject({ status: 422, body: { error: DOCUMENT_OF_WRONG_TYPE } });
  }
  const other = pdf('under a wrong hash');
  const wrong = await putPiece(hr, { hash: hashOf(pdf('another')), at: 0, of: other.length, bytes: other });
  expect(wrong.status).toBe(400);
  const of = MAX_DOCUMENT_BYTES + 1;
  expect((await putPiece(hr, { hash: hashOf(other), at: 0, of, bytes: other })).status).toBe(400);
  const tooMuch = pdf('a piece too large', PIECE_BYTES + 1);
  expect(
    (await putPiece(hr, { hash: hashOf(tooMuch), at: 0, of: tooMuch.length, bytes: tooMuch })).status,
  ).toBe(400);
  expect(begun()).toEqual([]);
  expect(DOCUMENT_TOO_LARGE).toContain('10 MB');
});

test('who may add no document sends none, and nobody hears of what others have sent', async () => {
  const bytes = pdf('of HR alone');
  const hash = hashOf(bytes);
  for (const client of [employee, student]) {
    expect((await putDocument(client, bytes)).status).toBe(403);
    expect((await received(client, hash)).status).toBe(403);
  }
  await putDocument(hr, bytes);
  expect((await received(admin, hash)).body).toEqual({ received: 0, kept: false });
  expect(await getDocument(admin, hash)).toBeNull();
  expect((await getDocument(hr, hash))?.equals(bytes)).toBe(true);
});

test('two computers of a user that send the same document cost each other nothing', async () => {
  const other = await server.signIn('HR', 'the other computer');
  const bytes = pdf('from two computers', 3 * PIECE_BYTES);
  const [hash, of] = [hashOf(bytes), bytes.length];
  const send = (client: TestClient, number: number) => {
    const at = number * PIECE_BYTES;
    return putPiece(client, { hash, at, of, bytes: bytes.subarray(at, at + PIECE_BYTES) });
  };
  await send(hr, 0);
  await send(hr, 1);
  // It asked before anything had come.
  expect((await send(other, 0)).body).toEqual({ received: 2 * PIECE_BYTES, kept: false });
  const last = await Promise.all([send(hr, 2), send(other, 2), send(hr, 2), send(other, 1)]);
  for (const { body } of last.slice(0, 3)) expect(body).toEqual({ received: of, kept: true });
  expect((await getDocument(hr, hash))?.equals(bytes)).toBe(true);
});

test('a user has five documents begun at most', async () => {
  const names: string[] = [];
  for (let number = 0; number < 8; number += 1) {
    const bytes = pdf(`begun ${number}`, 3_000);
    names.push(hashOf(bytes));
    await putPiece(admin, { hash: hashOf(bytes), at: 0, of: bytes.length, bytes: bytes.subarray(0, 1_000) });
  }
  const left = begun().filter((name) => names.includes(name));
  expect(left).toHaveLength(5);
  expect(left).toContain(names.at(-1));
});

test('an interviewer reads the CVs of the assigned candidates, and no other document', async () => {
  const interviewerId = userIdOf('Employee');
  await hr.push(newCandidate('assigned', { interviewerId }), newCandidate('others', {}));
  const cv = await added('cv', 'assigned', 'CV', pdf('the CV'));
  const passport = await added('passport', 'assigned', 'Identity document', pdf('the passport'));
  const foreign = await added('foreign', 'others', 'CV', pdf('the CV of another'));
  expect(await getDocument(employee, cv)).not.toBeNull();
  expect(await getDocument(employee, passport)).toBeNull();
  expect(await getDocument(employee, foreign)).toBeNull();
  expect(await getDocument(student, cv)).toBeNull();
  const seen = await employee.get<{ _id: string }[]>('/api/documents');
  expect(seen.body.map(({ _id }) => _id)).toEqual(['cv']);
  expect((await student.get('/api/documents')).status).toBe(403);

  await hr.push(operation('update', 'candidate', 'assigned', { interviewerName: null }, 1e9));
  expect(await getDocument(employee, cv)).toBeNull();
});

test('a picture field takes no document, and a document field none of the other pictures', async () => {
  const bytes = pdf('no picture');
  await putDocument(hr, bytes);
  await hr.push(newCandidate('mixed', {}));
  const [asPicture] = await hr.push(
    operation('update', 'candidate', 'mixed', { profilePicture: hashOf(bytes) }, 1e9),
  );
  expect(asPicture).toMatchObject({ status: 'refused', code: 'invalid' });
  const webp = picture('not taken', 'image/webp');
  await putFile(hr, webp);
  const [asDocument] = await hr.push(
    operation('create', 'document', 'no', { candidate: 'mixed', kind: 'CV', name: 'a', file: hashOf(webp) }),
  );
  expect(asDocument).toMatchObject({ status: 'refused', code: 'invalid' });
});

test('whoever fetches a document is told of, whichever piece comes first, and a scanned page is a document', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const told = async (): Promise<string[]> => {
    const { body } = await superAdmin.get<{ by: { _id: string }; detail: { recordId: string } }[]>(
      '/api/audit?action=document-read',
    );
    return body.filter(({ by }) => by._id === userIdOf('Admin')).map(({ detail }) => detail.recordId);
  };
  const reader = await server.signIn('Admin', 'who reads');
  const before = (await told()).length;
  const since = async (): Promise<string[]> => (await told()).slice(0, -before || undefined);
  const piece = (hash: string, at: number): Promise<Response> =>
    fetch(`${reader.url}${filePath(hash)}?at=${at}`, {
      headers: { authorization: `Bearer ${reader.token}` },
    });
  await hr.push(newCandidate('read', {}));
  const contract = await added('contract', 'read', 'Other', pdf('a contract', PIECE_BYTES + 10));
  const scan = await added('scan', 'read', 'Identity document', picture('a scanned page', 'image/jpeg'));
  // Without its first byte it is all there.
  expect((await (await piece(contract, 1)).arrayBuffer()).byteLength).toBe(PIECE_BYTES);
  expect(await since()).toEqual(['contract']);
  await piece(contract, PIECE_BYTES);
  expect(await since()).toEqual(['contract']);
  const page = await piece(scan, 0);
  expect(page.headers.get('content-disposition')).toBe('attachment');
  await getFile(reader, scan);
  expect((await since()).toSorted()).toEqual(['contract', 'scan', 'scan']);

  // A piece whose line could not be written did not leave, and the next one has its own.
  const note = await added('note', 'read', 'Other', pdf('a note'));
  const rename = (from: string, to: string): Promise<unknown> =>
    server.database.write((trx) => trx.all(`ALTER TABLE "${from}" RENAME TO "${to}"`));
  await rename('audit_log', 'put_away');
  try {
    expect((await piece(note, 1)).status).toBe(500);
  } finally {
    await rename('put_away', 'audit_log');
  }
  expect((await piece(note, 1)).status).toBe(200);
  expect((await since()).toSorted()).toEqual(['contract', 'note', 'scan', 'scan']);
});

test('a document that is opened again and again does not fill the audit log', async () => {
  const superAdmin = await server.signIn('Super Admin');
  await hr.push(newCandidate('again', {}));
  const hash = await added('again', 'again', 'Other', pdf('opened again and again'));
  const reader = await server.signIn('Admin', 'who opens one again and again');
  for (let time = 1; time <= 45; time += 1) await getFile(reader, hash);
  const { body } = await superAdmin.get<{ detail: { recordId: string; times?: number } | null }[]>(
    '/api/audit?action=document-read',
  );
  const lines = body.filter(({ detail }) => detail?.recordId === 'again');
  expect(lines.map(({ detail }) => detail?.times ?? 1)).toEqual([
    40,
    ...Array.from({ length: 20 }, (_, at) => 20 - at),
  ]);
  // Whoever else opens it is told of.
  await getFile(hr, hash);
  const after = await superAdmin.get<{ by: { _id: string }; detail: { recordId: string } }[]>(
    '/api/audit?action=document-read',
  );
  expect(after.body[0]).toMatchObject({ by: { _id: userIdOf('HR') }, detail: { recordId: 'again' } });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DOCUMENT_TEXT_LENGTH } from '#shared/model/document.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { pdf, putDocument } from '../testing/documents.ts';
import { hashOf } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/**
 * Many changes of one record, in one push, ask what refers to it each time. Nobody else saves meanwhile: the texts of
 * documents are not read for that.
 */

const DOCUMENTS = 20;
const CHANGES = 60;
const CV = pdf('a CV');

let server: TestServer;
let hr: TestClient;
let readCharacters = 0;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
  await putDocument(hr, CV);
  const unwatched = { ...server.database };
  const watched: Database['write'] = (work) =>
    unwatched.write((trx, log) => {
      const all: Transaction['all'] = async <Row>(
        sql: string,
        params?: Parameters<Transaction['all']>[1],
      ) => {
        const rows = await trx.all<Row>(sql, params);
        readCharacters += JSON.stringify(rows).length;
        return rows;
      };
      return work({ ...trx, all }, log);
    });
  Object.assign(server.database, { write: watched });
});
afterAll(() => server.stop());

const set = { id: 'making-of-asha', title: 'Asha added', part: 0 };

beforeEach(async () => {
  const text = 'x'.repeat(DOCUMENT_TEXT_LENGTH);
  const id = `asha-${readCharacters}`;
  const documents = Array.from({ length: DOCUMENTS }, (_, at): Operation =>
    operation('create', 'document', `${id}-cv-${at}`, {
      candidate: id,
      kind: 'CV',
      name: 'cv.pdf',
      file: hashOf(CV),
      text,
    }),
  );
  made = id;
  const results = await hr.push(
    { ...newCandidate(id, { resumeStatus: 'Uploaded' }), set: { ...set, id: `making-of-${id}` } },
    ...documents,
  );
  expect(results.filter(({ status }) => status !== 'applied')).toEqual([]);
  readCharacters = 0;
});
let made = '';

test('to delete and restore it again and again', async () => {
  const changes = Array.from({ length: CHANGES }, (_, at) =>
    operation(at % 2 === 0 ? 'delete' : 'restore', 'candidate', made, {}, 1e9),
  );
  const results = await hr.push(...changes);
  expect(results.filter(({ status }) => status !== 'applied')).toEqual([]);
  expect(readCharacters).toBeLessThan(DOCUMENTS * DOCUMENT_TEXT_LENGTH);
});

test('to undo that it was made, again and again, where there is more about it', async () => {
  const undo = { ...set, id: `undo-of-${made}`, undoes: `making-of-${made}` };
  const changes = Array.from({ length: CHANGES }, (_, at) => ({
    ...operation('undo', 'candidate', made),
    set: { ...undo, part: at },
  }));
  const results = await hr.push(...changes);
  const reason = 'There is more about it by now (documents).';
  expect(results.map((result) => 'left' in result && result.left?.[0]?.reason)).toEqual(
    changes.map(() => reason),
  );
  expect(readCharacters).toBeLessThan(DOCUMENTS * DOCUMENT_TEXT_LENGTH);
});

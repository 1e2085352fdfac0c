import { afterAll, beforeAll, expect, test } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { storedFields } from '#shared/model/entity.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { putBack } from '../testing/put-back.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Every desk of a restored server offers what it did in two weeks; while one push of it is judged nobody else saves. */

const MANY = 40;
let server: TestServer;
let hr: TestClient;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

/** How often the database is asked while that is done. */
async function questionsOf(work: () => Promise<void>): Promise<number> {
  const { database } = server;
  const write = database.write.bind(database);
  let asked = 0;
  database.write = (transaction) =>
    write((trx, log) =>
      transaction(
        {
          dialect: trx.dialect,
          all: (sql, params) => {
            asked += 1;
            return trx.all(sql, params);
          },
        },
        log,
      ),
    );
  await work();
  database.write = write;
  return asked;
}

test('many records with many fields are judged by few questions', async () => {
  const ids = Array.from({ length: MANY }, (_, at) => `many-${at}`);
  const texts = storedFields(candidate).flatMap(([name, { kind, serverSet }]) =>
    !serverSet && (kind === 'text' || kind === 'longText') && name !== 'interviewerName' ? [name] : [],
  );
  const changes = (value: string): Record<string, unknown> =>
    Object.fromEntries(texts.map((name) => [name, value]));
  expect(texts.length).toBeGreaterThan(10);
  await admin.push(...ids.map((id) => newCandidate(id)));
  await admin.push(...ids.map((id) => operation('update', 'candidate', id, changes('old'), 1e9)));
  await putBack(server, await server.database.seq(), { restored: true });
  const again = { ackedAt: new Date().toISOString() };
  const push = async (kind: 'update' | 'delete'): Promise<void> => {
    const sent = kind === 'update' ? changes('new') : {};
    const results = await hr.push(...ids.map((id) => ({ ...operation(kind, 'candidate', id, sent), again })));
    expect(results.map(({ status }) => status)).toEqual(ids.map(() => 'applied'));
  };
  expect(await questionsOf(() => push('update'))).toBeLessThan(MANY);
  expect(await questionsOf(() => push('delete'))).toBeLessThan(8 * MANY);
});

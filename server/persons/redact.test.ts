import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLine } from '#shared/protocol/audit.ts';
import { PATHS, PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Where a line end stands before it, the name begins within the two signs by which JSON writes one. */
const NAME = 'neha sharmawal';
const NUMBER = '9820055667';
const LOOKS_LIKE_IT = 'x\neha sharmawal';

let server: TestServer;
let superAdmin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin', null);
});
afterAll(() => server.stop());

const auditLog = async (action: string): Promise<AuditLine[]> => {
  const { status, body } = await superAdmin.get<AuditLine[]>(`${PATHS.audit}?action=${action}`);
  expect(status).toBe(200);
  return body;
};

test('a name is taken out of texts, and leaves the audit log and the answers to changes readable', async () => {
  const hr = await server.signIn('HR', LOOKS_LIKE_IT);
  await hr.post(PATHS.pull, { protocol: PROTOCOL_VERSION, cursor: null, limit: 1 });
  const told = {
    entity: 'candidate',
    list: 'candidates',
    rows: Number(NUMBER),
    at: new Date().toISOString(),
  };
  expect((await hr.post(PATHS.auditExport, told)).status).toBe(204);
  const [made] = await superAdmin.push(newCandidate('other', { fullName: 'Asha Rao' }));
  await superAdmin.push(
    operation('update', 'candidate', 'other', { notes: `${LOOKS_LIKE_IT}, ${NAME}` }, 1e9),
  );
  const overtaking = operation('update', 'candidate', 'other', { notes: 'Another note' }, seqOf(made));
  expect(await hr.push(overtaking)).toMatchObject([
    { status: 'applied', conflicts: [{ field: 'notes', lost: `${LOOKS_LIKE_IT}, ${NAME}` }] },
  ]);

  await hr.push(newCandidate('hers', { fullName: NAME, mobile: NUMBER }));
  const erased = await superAdmin.post('/api/persons/candidate/hers/erase', { name: NAME, reason: 'asked' });
  expect(erased).toMatchObject({ status: 200, body: { erased: 1 } });

  const [sync] = await auditLog('first-sync');
  expect(sync?.detail).toMatchObject({ device: `${LOOKS_LIKE_IT} of user-hr` });
  const [exported] = await auditLog('export');
  expect(exported?.detail).toMatchObject({ claimed: Number(NUMBER) });
  // Sent once more, as after a lost answer.
  expect(await hr.push(overtaking)).toMatchObject([
    { status: 'applied', conflicts: [{ field: 'notes', lost: `${LOOKS_LIKE_IT}, …` }] },
  ]);
});

test('a line that an earlier version has left as no JSON is shown without its detail', async () => {
  await server.database.write((trx) =>
    trx.all(`UPDATE "audit_log" SET "detail" = '{"device":"x\\…' WHERE "action" = 'first-sync'`),
  );
  const [sync] = await auditLog('first-sync');
  expect(sync).toMatchObject({ action: 'first-sync', detail: null });
});

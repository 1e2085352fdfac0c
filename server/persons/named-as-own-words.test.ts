import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLine } from '#shared/protocol/audit.ts';
import { newId } from '#shared/model/new-id.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

/**
 * Decision 33, against who gives somebody for a moment the names by which the product calls things, to have them taken out of the
 * audit log and of others' views with that person.
 */

let server: TestServer;
let superAdmin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
});
afterAll(() => server.stop());

const lines = async (action: string): Promise<(AuditLine['detail'] | null)[]> => {
  const { status, body } = await superAdmin.get<AuditLine[]>(`${PATHS.audit}?action=${action}`);
  expect(status).toBe(200);
  return body.map(({ detail }) => detail);
};

test('roles, values of lists, labels and ids stay in the audit log and in views', async () => {
  expect(ALL_ROLES).toContain('Super Admin');
  const [admin, hr] = await Promise.all([server.signIn('Admin'), server.signIn('HR')]);
  const settings = JSON.stringify({
    filters: { interviewStatus: 'Not Interested' },
    conditions: [{ field: 'trainingStatus', op: 'anyOf', values: ['In Progress'] }],
  });
  const [view, victim, person] = [newId(), newId(), newId()];
  const name = 'Interview Status: not interested';
  await admin.push(operation('create', 'savedView', view, { name, list: 'candidate.candidates', settings }));
  await server.database.write((trx) =>
    trx.all(
      `INSERT INTO "audit_log" ("id", "at", "action", "outcome", "userId", "subjectId", "detail") VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [
        newId(),
        new Date().toISOString(),
        'role-change',
        'done',
        userIdOf('Super Admin'),
        userIdOf('HR'),
        JSON.stringify({ from: 'Super Admin', to: 'HR' }),
      ],
    ),
  );
  await hr.push(
    newCandidate(victim, { fullName: 'Asha Rao', mobile: '98111 70001' }),
    operation('delete', 'candidate', victim, {}, 1e9),
  );
  const deleted = await lines('record-deleted');
  expect(deleted).toMatchObject([{ recordId: victim }]);

  await hr.push(operation('create', 'inquiry', person, { Name: 'Plain Person' }));
  for (const Name of [
    'Super Admin',
    'not  interested',
    'In Progress',
    'Interview Status',
    't Int',
    'n Prog',
    'r Adm',
    'HR@x',
    victim,
    'Plain Person',
  ])
    expect(await hr.push(operation('update', 'inquiry', person, { Name }, 1e9))).toMatchObject([
      { status: 'applied' },
    ]);
  const erased = await superAdmin.post(`/api/persons/inquiry/${person}/erase`, {
    name: 'Plain Person',
    reason: 'asked',
  });
  expect(erased).toMatchObject({ status: 200 });

  expect(await lines('role-change')).toMatchObject([{ from: 'Super Admin', to: 'HR' }]);
  expect(await lines('record-deleted')).toEqual(deleted);
  const { body } = await admin.get<{ settings: string }>(`/api/views/${view}`);
  expect(JSON.parse(body.settings)).toEqual(JSON.parse(settings));
});

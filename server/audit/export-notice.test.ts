import { afterEach, beforeEach, expect, test } from 'vitest';
import { listExport } from '#shared/access/exports.ts';
import { entityNames, entityOf } from '#shared/model/entities.ts';
import type { DataTakenLine, ExportNotice } from '#shared/protocol/audit.ts';
import { PATHS, PUSH_LIMIT } from '#shared/protocol/sync.ts';
import { auditLines, type AuditLine } from '../testing/audit-log.ts';
import { newCandidate, operation } from '../testing/client.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { EXPORTS_TOLD } from './data-taken.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const notice = (more: Partial<ExportNotice> = {}): ExportNotice => ({
  entity: 'candidate',
  list: 'candidates',
  rows: 12,
  at: '2026-03-01T10:00:00.000Z',
  ...more,
});

const exports = (): Promise<AuditLine[]> => auditLines(server.database, 'export');

test('nobody tells of an export of a list that they may not export', async () => {
  const student = await server.signIn('Student');
  for (let at = 0; at < 30; at += 1) {
    expect((await student.post(PATHS.auditExport, notice())).status).toBe(403);
  }
  expect(await exports()).toEqual([]);
  const wrong: string[] = [];
  for (const role of ALL_ROLES) {
    const client = await server.signIn(role);
    for (const name of entityNames) {
      const entity = entityOf(name);
      for (const [listName, list] of Object.entries(entity.lists)) {
        const { status } = await client.post(
          PATHS.auditExport,
          notice({ entity: name, list: listName, rows: 0 }),
        );
        if ((status === 204) !== (listExport(entity, list, role) !== null))
          wrong.push(`${role} ${listName} ${status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('an export made offline is taken also after its user may not export that list any more', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const assignment = `assignment-${userIdOf('HR')}`;
  const before = new Date(Date.now() - 60_000).toISOString();
  await superAdmin.push(operation('update', 'roleAssignment', assignment, { roleName: 'Student' }));
  const demoted = await server.signIn('HR');
  expect((await demoted.post(PATHS.auditExport, notice({ at: before }))).status).toBe(204);
  const after = new Date(Date.now() + 60_000).toISOString();
  expect((await demoted.post(PATHS.auditExport, notice({ at: after }))).status).toBe(403);
  expect(await exports()).toMatchObject([
    { userId: userIdOf('HR'), detail: { exportedAt: before, rows: 12 } },
  ]);
});

test('no more rows are believed than there are records, and no time that is to come', async () => {
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('a'), newCandidate('b'), operation('delete', 'candidate', 'b'));
  const began = new Date().toISOString();
  await hr.post(PATHS.auditExport, notice({ rows: 9_000_000_000, at: '2099-01-01T00:00:00.000Z' }));
  const [line] = await exports();
  expect(line?.detail).toMatchObject({ rows: 2 + PUSH_LIMIT, claimed: 9_000_000_000 });
  const exportedAt = String(line?.detail?.['exportedAt']);
  expect(exportedAt >= began && exportedAt <= new Date().toISOString()).toBe(true);
});

test('a desk that was offline for long tells of all; very many are counted, and told of as they double', async () => {
  const hr = await server.signIn('HR');
  for (let at = 0; at < 2 * EXPORTS_TOLD + 5; at += 1) {
    expect((await hr.post(PATHS.auditExport, notice({ rows: 3 }))).status).toBe(204);
  }
  const told = await exports();
  expect(told).toHaveLength(EXPORTS_TOLD + 1);
  expect(told.at(-1)?.detail).toMatchObject({ times: 2 * EXPORTS_TOLD });
  const superAdmin = await server.signIn('Super Admin', null);
  const { body } = await superAdmin.get<DataTakenLine[]>(PATHS.dataTaken);
  expect(body.find(({ user }) => user._id === userIdOf('HR'))).toMatchObject({
    exports: 2 * EXPORTS_TOLD + 5,
    exported: 3 * (2 * EXPORTS_TOLD + 5),
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { operation } from '../testing/client.ts';
import { emailOf, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      await bulkLoad(database, 'user', [
        { _id: 'hr-2', name: 'Second HR', email: 'hr2@office.test', isActive: false },
      ]);
      await bulkLoad(database, 'roleAssignment', [
        { _id: 'a-hr-2', userEmail: 'hr2@office.test', roleName: 'HR' },
      ]);
      const payments = ['Fully Paid', 'Fully Paid', 'Partially Paid', 'Not Paid', null, 'Fully Paid'];
      await bulkLoad(
        database,
        'candidate',
        payments.map((paymentStatus, at) => ({
          _id: `c${at}`,
          fullName: `C ${at}`,
          paymentStatus,
          interviewStatus: at < 2 ? 'Scheduled' : 'Cleared',
          map: at < 3 ? userIdOf('HR') : 'hr-2',
        })),
      );
      await bulkLoad(database, 'inquiry', [{ _id: 'i1', Name: 'One' }]);
    },
  });
});
afterAll(() => server.stop());

const figures = {
  totalCandidates: 6,
  scheduledInterviews: 2,
  totalInquires: 1,
  totalUsers: 7,
  activeEmployees: 6,
  inactiveEmployees: 1,
  pendingPayments: 3,
  totalhr: 2,
};
const ownLine = {
  name: 'User HR',
  email: emailOf('HR'),
  candidateCount: 3,
  fullyPaid: 2,
  partiallyPaid: 1,
  paymentPercentage: 66.7,
};

test('the Super Admin gets every figure', async () => {
  const { body } = await (await server.signIn('Super Admin')).get(PATHS.dashboard);
  const second = {
    name: 'Second HR',
    email: 'hr2@office.test',
    candidateCount: 3,
    fullyPaid: 1,
    partiallyPaid: 0,
    paymentPercentage: 33.3,
  };
  expect(body).toEqual({ ...figures, hrDetails: [second, ownLine] });
});

test('an HR gets the same keys with the own line only; the others nothing', async () => {
  expect((await (await server.signIn('HR')).get(PATHS.dashboard)).body).toEqual({
    ...figures,
    hrDetails: [ownLine],
  });
  for (const role of ['Admin', 'Employee', 'Student', ''] as const) {
    expect(await (await server.signIn(role)).get(PATHS.dashboard)).toMatchObject({ status: 403 });
  }
});

test('what is deleted does not count', async () => {
  const superAdmin = await server.signIn('Super Admin');
  await superAdmin.push(operation('delete', 'candidate', 'c0'));
  const { body } = await superAdmin.get(PATHS.dashboard);
  expect(body).toMatchObject({ totalCandidates: 5, scheduledInterviews: 1 });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCandidate, operation } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('of a deleted record that a role could never change, an edit learns nothing', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const gone = { name: 'Kavita Joshi', email: 'kavita@office.test' };
  await superAdmin.push(operation('create', 'user', 'gone', gone));
  await superAdmin.push(operation('delete', 'user', 'gone'));
  for (const role of ['Admin', 'HR', 'Employee'] as const) {
    const client = await server.signIn(role);
    const [ofDeleted, ofNobody] = await client.push(
      operation('update', 'user', 'gone', { mobileNumber: '98765 43210' }),
      operation('update', 'user', 'nobody', { mobileNumber: '98765 43210' }),
    );
    expect(ofDeleted).toEqual({ ...ofNobody, id: ofDeleted?.id });
    expect(ofDeleted).toMatchObject({ status: 'refused', code: 'not-found' });
    const rest = await client.put('/api/users/gone', { mobileNumber: '98765 43210' });
    expect(rest).toMatchObject({ status: 404, body: { code: 'not-found' } });
  }
  const [told] = await superAdmin.push(operation('update', 'user', 'gone', { salary: 1 }));
  expect(told).toHaveProperty(
    'error',
    expect.stringContaining('Kavita Joshi was deleted by User Super Admin'),
  );
});

test('whose edit waited for a record that they could change is told who deleted it', async () => {
  const hr = await server.signIn('HR');
  const employee = await server.signIn('Employee');
  await hr.push(newCandidate('assigned', { interviewerId: userIdOf('Employee') }));
  await hr.push(operation('delete', 'candidate', 'assigned'));
  const [refused] = await employee.push(
    operation('update', 'candidate', 'assigned', { interviewStatus: 'Scheduled' }),
  );
  expect(refused).toHaveProperty('error', expect.stringContaining('was deleted by User HR.'));
});

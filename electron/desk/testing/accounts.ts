import { PATHS } from '#shared/protocol/sync.ts';
import type { Office } from './office.ts';
import { noKeychain, PASSWORD, STRONG_PASSWORD, TestDesk } from './test-desk.ts';
import { until } from './until.ts';

export interface Account {
  id: string;
  email: string;
}

const newEmail = (): string => `person${Date.now()}${Math.floor(Math.random() * 1e6)}@demo.test`;

async function rest(url: string, method: string, path: string, body: unknown): Promise<Response> {
  const login = await fetch(url + PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@demo.test', password: PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** An account of its own, so that what is done to it touches no other test. */
export async function newAccount(
  url: string,
  administrator: TestDesk,
  role: string,
  { email = newEmail(), password = STRONG_PASSWORD } = {},
): Promise<Account> {
  const made = await rest(url, 'POST', '/api/users', { name: `Person ${email}`, email, password });
  const { _id } = (await made.json()) as { _id: string };
  await administrator.call('records.save', {
    entity: 'roleAssignment',
    id: null,
    base: null,
    changes: { userEmail: email, roleName: role },
  });
  await administrator.inStep();
  await until('the account is known', () => administrator.call('records.get', { entity: 'user', id: _id }));
  return { id: _id, email };
}

/** Somebody of the role at a desk of their own behind the network, signed in and in step. */
export async function somebodyNew(
  office: Office,
  administrator: TestDesk,
  role: string,
): Promise<{ account: Account; desk: TestDesk; folder: string }> {
  const account = await newAccount(office.server.url, administrator, role);
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.network.url, noKeychain);
  office.desks.push(desk);
  await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
  await desk.inStep();
  return { account, desk, folder };
}

/** As a Super Admin resets it. */
export async function resetPassword(url: string, { id }: Account, password: string): Promise<void> {
  await rest(url, 'PUT', `/api/users/${id}`, { password });
}

export async function setActive(administrator: TestDesk, { id }: Account, isActive: boolean): Promise<void> {
  const view = await administrator.call('records.get', { entity: 'user', id });
  const base = view?.base ?? 0;
  await administrator.call('records.save', { entity: 'user', id, base, changes: { isActive } });
  await administrator.inStep();
}

export async function deleteAccount(administrator: TestDesk, { id }: Account): Promise<void> {
  await administrator.call('records.delete', { entity: 'user', id });
  await administrator.inStep();
}

export async function setRole(administrator: TestDesk, { email }: Account, roleName: string): Promise<void> {
  const { rows } = await administrator.call('records.list', {
    entity: 'roleAssignment',
    list: 'roleAssignments',
    search: email,
    offset: 0,
    limit: 5,
  });
  const id = String(rows[0]?._id);
  const view = await administrator.call('records.get', { entity: 'roleAssignment', id });
  const base = view?.base ?? 0;
  await administrator.call('records.save', { entity: 'roleAssignment', id, base, changes: { roleName } });
  await administrator.inStep();
}

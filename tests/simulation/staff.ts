import { PASSWORD, STRONG_PASSWORD } from '../../electron/desk/testing/test-desk.ts';
import { TestClient } from '../../server/testing/client.ts';
import { Actor, runAs } from './actor.ts';
import type { Office } from './office.ts';
import type { Random } from './random.ts';
import { SERVER_URL, type SimulatedDesk } from './simulated-desk.ts';

/** What a Super Admin does to colleagues, and to people whose data is kept, from the first desk. */
type StaffStep = (office: Office, desk: SimulatedDesk, random: Random) => Promise<void>;

/** The user of that desk, as the first desk sees it; undefined where it is a Super Admin. */
async function colleague(
  { desks }: Office,
  { name }: SimulatedDesk,
): Promise<{ id: string; base: number } | undefined> {
  const [first] = desks;
  if (!first?.isRunning || name === 'superadmin') return undefined;
  const { rows } = await first.call('records.list', {
    entity: 'user',
    list: 'employees',
    search: `${name}@demo.test`,
    offset: 0,
    limit: 5,
  });
  const id = rows.map(({ _id }) => _id)[0];
  if (id === undefined) return undefined;
  const view = await first.call('records.get', { entity: 'user', id });
  return view ? { id, base: view.base } : undefined;
}

async function setActive(office: Office, desk: SimulatedDesk, isActive: boolean): Promise<void> {
  const user = await colleague(office, desk);
  if (!user) return;
  const { id, base } = user;
  await office.desks[0]?.call('records.save', { entity: 'user', id, base, changes: { isActive } });
  if (!isActive) office.wasClosed.add(desk.name);
}

export const STAFF_STEPS: Readonly<Record<string, StaffStep>> = {
  deactivate: (office, desk) => setActive(office, desk, false),
  activate: (office, desk) => setActive(office, desk, true),
  role: async ({ desks }, { name }, random) => {
    const [first] = desks;
    if (!first?.isRunning || name === 'superadmin') return;
    const search = `${name}@demo.test`;
    const list = { entity: 'roleAssignment', list: 'roleAssignments', search, offset: 0, limit: 5 } as const;
    const id = (await first.call('records.list', list)).rows[0]?._id;
    const view = id === undefined ? null : await first.call('records.get', { entity: 'roleAssignment', id });
    if (!view || id === undefined) return;
    const changes = { roleName: random.of(['Admin', 'HR', 'Employee']) };
    await first.call('records.save', { entity: 'roleAssignment', id, base: view.base, changes });
  },
  password: async (office, desk) => {
    const { server, world, desks } = office;
    if (!server.running || desk.name === 'superadmin') return;
    const client = new TestClient(SERVER_URL);
    const [user] = await server.ask(`SELECT "_id" FROM "user" WHERE "email" = '${desk.name}@demo.test'`);
    const password = desk.password === PASSWORD ? STRONG_PASSWORD : PASSWORD;
    const set = async (): Promise<number> => {
      await client.signIn('superadmin@demo.test', PASSWORD, null);
      return (await client.put(`/api/users/${String(user?.['_id'])}`, { password: STRONG_PASSWORD })).status;
    };
    if (password !== STRONG_PASSWORD) return;
    const status = await runAs(new Actor('browser'), set).catch(() => 'no answer');
    world.trace.note(`password of ${desk.name}: ${status}`);
    if (status === 200)
      for (const each of desks) if (each.name === desk.name) each.password = STRONG_PASSWORD;
  },
  erase: async (office, _desk, random) => {
    const [first] = office.desks;
    if (!first?.isRunning) return;
    const entity = random.of(['candidate', 'inquiry'] as const);
    const ids = office.doings.records.flatMap(([each, id]) => (each === entity ? [id] : []));
    const id = random.of(ids) ?? '';
    const view = await first.call('records.get', { entity, id });
    if (!view) return;
    const called = view.record[entity === 'candidate' ? 'fullName' : 'Name'];
    const name = typeof called === 'string' ? called : '';
    office.world.trace.note(`erasing ${entity} ${id}`);
    await first.call('persons.erase', { entity, id, name, reason: 'Asked to be forgotten' });
  },
};

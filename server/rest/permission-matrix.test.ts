import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayCreate, mayDelete, mayRead, readableFields, settableFields } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { entityOf, model, type EntityName } from '#shared/model/entities.ts';
import { decodeRow } from '#shared/model/columns.ts';
import { fieldOf, storedFields, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { isOrderable } from '#shared/model/list-query.ts';
import { searchTerms } from '#shared/model/search-text.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { sampleValue } from '../testing/sample-values.ts';
import { ALL_ROLES, emailOf, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { wholeTests } from '../testing/tier.ts';

/** Every role against every entity, by every door: what the grants do not give must not come out or go in. */

const MARK = 'Zebra';
let server: TestServer;
const clients = new Map<Role, TestClient>();

/** A record of the entity with every field filled. */
function sample(entity: EntityDefinition, id: string, fixed: Record<string, unknown> = {}): AnyRecord {
  return {
    ...Object.fromEntries(
      storedFields(entity).map(([name, field]) => [name, sampleValue(field, name, MARK)]),
    ),
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
    ...fixed,
    _id: id,
  };
}

/** What a record must hold to be one. */
const FIXED: Readonly<Record<string, Record<string, unknown>>> = {
  user: { roleName: null },
  activity: { candidate: 'candidate-assigned' },
  document: { candidate: 'candidate-assigned', interviewerId: userIdOf('Employee') },
};

const records = new Map<string, AnyRecord[]>();
const ownRecords = new Map<Role, AnyRecord>();

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      for (const entity of model) {
        const made =
          entity.name === 'candidate'
            ? [
                sample(entity, 'candidate-assigned', { interviewerId: userIdOf('Employee') }),
                sample(entity, 'candidate-other', { interviewerId: userIdOf('HR') }),
                sample(entity, 'candidate-own', {
                  email: emailOf('Student'),
                  studentId: userIdOf('Student'),
                }),
              ]
            : entity.name === 'roleAssignment'
              ? []
              : [sample(entity, `${entity.name}-sample`, FIXED[entity.name])];
        await bulkLoad(database, entity.name, made);
        records.set(entity.name, made);
      }
    },
  });
  for (const role of ALL_ROLES) clients.set(role, await server.signIn(role));
  const { rows } = await clientOf('Super Admin').pull();
  const known = (entity: string, id: string): AnyRecord => ({
    ...decodeRow(entityOf(entity as EntityName), rows.get(`${entity}/${id}`) ?? {}),
    _id: id,
  });
  records.set('roleAssignment', [known('roleAssignment', `assignment-${userIdOf('HR')}`)]);
  for (const role of ALL_ROLES) ownRecords.set(role, known('user', userIdOf(role)));
});
afterAll(() => server.stop());

const clientOf = (role: Role): TestClient => {
  const client = clients.get(role);
  if (!client) throw new Error(`No client for ${role}`);
  return client;
};

/**
 * All roles with their labels, or on the second engine those whose rows a condition of SQL chooses, and of those that
 * read all rows or none one by turns.
 */
function rolesFor(entity: EntityDefinition): (readonly [label: string, role: Role])[] {
  const chooses = (role: Role): boolean => entity.access[role]?.some(({ rows }) => rows !== 'all') === true;
  const others = ALL_ROLES.filter((role) => !chooses(role));
  const turn = model.findIndex(({ name }) => name === entity.name) % others.length;
  const roles = wholeTests() ? ALL_ROLES : [...ALL_ROLES.filter(chooses), ...others.slice(turn, turn + 1)];
  return roles.map((role) => [role || 'no role', role]);
}

const sorted = (names: Iterable<string>): string[] => [...names].sort();

/** Doors: pull, list, get, filter, order, search, and writing by REST and by sync. */
const DOORS = 8;
const size = model.reduce(
  (sum, entity) => sum + storedFields(entity).length * rolesFor(entity).length * rowsOf(entity) * DOORS,
  0,
);

/** Assigned, other and own candidates; other users and oneself. */
function rowsOf({ name }: EntityDefinition): number {
  return name === 'candidate' ? 3 : name === 'user' ? 2 : 1;
}

/** Kinds of which a filter takes no other text. */
const TYPED = new Set<Field['kind']>(['boolean', 'date', 'datetime', 'money', 'number']);

describe(`${size} cells: entities × roles × rows × fields × doors`, () => {
  describe.each(model.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
    describe.each(rolesFor(entity))('%s', (_label, role) => {
      const actor = { _id: userIdOf(role), role };
      const path = `/api/${entity.path}`;
      /** Of users the own record too. */
      const samples = (): AnyRecord[] => {
        const own = entity.name === 'user' ? ownRecords.get(role) : undefined;
        return [...(records.get(entity.name) ?? []), ...(own ? [own] : [])];
      };
      const readableOf = (record: AnyRecord): Set<string> => readableFields(entity, actor, record);

      test('a pull has the readable rows and fields, no more and no less', async () => {
        const desk = await server.signIn(role, `pull ${entity.name}`);
        const { rows } = await desk.pull();
        for (const record of samples()) {
          const row = rows.get(`${entity.name}/${record._id}`);
          const readable = readableOf(record);
          if (readable.size === 0) expect(row).toBeUndefined();
          else expect(sorted(Object.keys(row ?? {}))).toEqual(sorted(['_id', '_seq', ...readable]));
        }
        if (!mayRead(entity, role))
          expect([...rows.keys()].some((key) => key.startsWith(`${entity.name}/`))).toBe(false);
      });

      test('list and get have the readable rows and fields', async () => {
        const list = await clientOf(role).get<AnyRecord[]>(path);
        if (!mayRead(entity, role)) {
          expect(list).toMatchObject({ status: 403, body: { code: 'forbidden' } });
          expect((await clientOf(role).get(`${path}/${samples()[0]?._id ?? 'any'}`)).status).toBe(403);
          return;
        }
        expect(list.status).toBe(200);
        expect(list.headers.get('x-total-count')).toBe(String(list.body.length));
        for (const record of samples()) {
          const readable = readableOf(record);
          const listed = list.body.find((one) => one._id === record._id);
          const got = await clientOf(role).get<AnyRecord>(`${path}/${record._id}`);
          if (readable.size === 0) {
            expect(listed).toBeUndefined();
            expect(got).toMatchObject({ status: 404, body: { code: 'not-found' } });
            continue;
          }
          for (const shown of [listed, got.body]) {
            const names = Object.keys(shown ?? {}).filter((name) => name !== 'addedBy');
            expect(sorted(names)).toEqual(sorted(['_id', ...readable]));
          }
        }
      });

      test('filter and sort by a field that is hidden on any row are refused', async () => {
        if (!mayRead(entity, role)) return;
        for (const [name, field] of storedFields(entity)) {
          const hidden = entity.access[role]?.some(
            (grant) => grant.read !== 'none' && !readsField(grant.read, field.groups),
          );
          const value = TYPED.has(field.kind) ? String(sampleValue(field, name, MARK)) : 'x';
          const filtered = await clientOf(role).get(`${path}?${name}=${encodeURIComponent(value)}`);
          expect([name, filtered.status]).toEqual([name, hidden ? 403 : 200]);
          if (!isOrderable(field)) continue;
          const ordered = await clientOf(role).get(`${path}?sort=-${name}`);
          expect([name, ordered.status]).toEqual([name, hidden ? 403 : 200]);
        }
      });

      test('search finds rows by readable fields only', async () => {
        if (!mayRead(entity, role)) return;
        for (const record of samples()) {
          for (const name of entity.searchScopes['default'] ?? []) {
            const value = record[name];
            const text = Array.isArray(value) ? String(value[0]) : value;
            if (typeof text !== 'string' || searchTerms(text).length === 0) continue;
            const found = await clientOf(role).get<AnyRecord[]>(`${path}?search=${encodeURIComponent(text)}`);
            expect(found.status).toBe(200);
            const isFound = found.body.some((one) => one._id === record._id);
            if (readableOf(record).has(name)) expect([name, isFound]).toEqual([name, true]);
            else expect([name, isFound]).toEqual([name, false]);
          }
        }
      });

      test('REST and sync writes are refused field by field', async () => {
        for (const record of samples()) {
          const readable = readableOf(record);
          const settable = settableFields(entity, actor, record);
          for (const [name, field] of storedFields(entity)) {
            if (field.serverSet || field.unique || field.kind === 'reference' || settable.has(name)) continue;
            const before = await stored(record._id);
            const value =
              field.kind === 'boolean' ? false : (field.options?.[1] ?? sampleValue(field, name, 'Other'));
            const given = field.kind === 'options' ? [field.options?.[1]] : value;
            const answer = await clientOf(role).put(`${path}/${record._id}`, {
              [name]: differing(entity, name, given, record[name]),
            });
            expect([403, 404]).toContain(answer.status);
            if (readable.size > 0 && settable.size > 0) {
              expect(answer).toMatchObject({
                status: 403,
                body: { code: 'forbidden', fields: [{ field: name }] },
              });
            }
            const change = { [name]: differing(entity, name, given, record[name]) };
            const [pushed] = await clientOf(role).push(
              operation('update', entity.name as EntityName, record._id, change),
            );
            expect(pushed).toMatchObject({ status: 'refused' });
            expect(['forbidden', 'not-found']).toContain(pushed?.status === 'refused' ? pushed.code : '');
            expect(await stored(record._id)).toEqual(before);
          }
        }
      });

      test('what may be set is taken, field by field, by REST and by sync', async () => {
        for (const record of samples()) {
          for (const name of settableFields(entity, actor, record)) {
            const field = fieldOf(entity, name);
            if (field.unique || isRuled(entity, name) || (name === 'isActive' && record._id === actor._id))
              continue;
            const other = field.kind === 'boolean' ? false : sampleValue(field, name, 'Other');
            const given = differing(entity, name, optionsOf(field)[1] ?? other, record[name]);
            const answer = await clientOf(role).put<AnyRecord>(`${path}/${record._id}`, { [name]: given });
            expect([name, answer.status]).toEqual([name, 200]);
            expect([name, answer.body[name]]).toEqual([name, given]);
            const back = { [name]: record[name] };
            const [pushed] = await clientOf(role).push(
              operation('update', entity.name as EntityName, record._id, back),
            );
            expect([name, pushed?.status]).toEqual([name, 'applied']);
          }
        }
      });

      test('create and delete are refused without the right', async () => {
        const [record] = samples();
        if (!mayCreate(entity, role)) {
          const { _id, ...fields } = record ?? sample(entity, 'unused');
          expect(await clientOf(role).post(path, fields)).toMatchObject({
            status: 403,
            body: { code: 'forbidden' },
          });
          const [pushed] = await clientOf(role).push(
            operation('create', entity.name as 'candidate', `new-${_id}-${userIdOf(role)}`, {}),
          );
          expect(pushed).toMatchObject({ status: 'refused', code: 'forbidden' });
        }
        if (!mayDelete(entity, role) && record) {
          const before = await stored(record._id);
          expect(await clientOf(role).delete(`${path}/${record._id}`)).toMatchObject({
            status: 403,
            body: { code: 'forbidden' },
          });
          const [pushed] = await clientOf(role).push(
            operation('delete', entity.name as 'candidate', record._id),
          );
          expect(pushed).toMatchObject({ status: 'refused', code: 'forbidden' });
          expect(await stored(record._id)).toEqual(before);
        }
      });

      async function stored(id: string): Promise<unknown> {
        return (await server.database.all(`SELECT * FROM "${entity.name}" WHERE "_id" = ?`, [id]))[0];
      }
    });
  });
});

function readsField(set: unknown, groups: readonly string[] | undefined): boolean {
  if (set === 'all') return true;
  if (typeof set !== 'object' || set === null) return false;
  if ('only' in set) return groups?.includes(String(set.only)) ?? false;
  return 'except' in set && !groups?.includes(String(set.except));
}

/** Fields that another record or another rule decides on; they have tests of their own. */
function isRuled(entity: EntityDefinition, name: string): boolean {
  const { kind } = fieldOf(entity, name);
  return (
    kind === 'reference' ||
    kind === 'file' ||
    name === 'interviewerName' ||
    // Where a merged record leads is changed by merges alone.
    entity.name === 'mergedRecord' ||
    entity.name === 'roleAssignment' ||
    entity.datesInOrder?.flat().includes(name) === true
  );
}

function optionsOf({ kind, options }: Field): unknown[] {
  return (options ?? []).map((option) => (kind === 'options' ? [option] : option));
}

/** Dates are the same in every sample: move them, the first of two in order to an earlier year. */
function differing(entity: EntityDefinition, name: string, value: unknown, stored: unknown): unknown {
  if (typeof value !== 'string' || value !== stored) return value;
  const by = entity.datesInOrder?.some(([first]) => first === name) ? -1 : 1;
  return value.replace(/^\d{4}/, (year) => String(Number(year) + by));
}

test('an interviewer may write the outcome of an interview, and nothing by the way', async () => {
  const employee = clientOf('Employee');
  const path = '/api/students/candidate-assigned';
  const shown = (await employee.get<AnyRecord>(path)).body;
  const whole = await employee.put<AnyRecord>(path, { ...shown, remarks: 'Knows joins' });
  expect(whole).toMatchObject({ status: 200, body: { remarks: 'Knows joins' } });
  const refused = await employee.put(path, { ...shown, remarks: 'More', fee: 5 });
  expect(refused).toMatchObject({ status: 403, body: { fields: [{ field: 'fee' }] } });
  expect((await employee.get<AnyRecord>(path)).body['remarks']).toBe('Knows joins');
  expect((await employee.put('/api/students/candidate-other', { remarks: 'x' })).status).toBe(404);
  expect(await employee.push(newCandidate('by-employee'))).toMatchObject([
    { status: 'refused', code: 'forbidden' },
  ]);
});

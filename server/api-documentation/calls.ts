import { inSentence } from '#shared/format/label-in-sentence.ts';
import { model } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fileFieldsOf } from '#shared/model/picture.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { joiningCalls } from './joining-calls.ts';
import { updateCalls } from './update-calls.ts';
import { ownCalls, sessionCalls } from './own-calls.ts';
import { schemaName, type JsonSchema } from './record-schemas.ts';
import { ref, type ServerCall } from './server-call.ts';

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** Every call that the server answers. */
export const serverCalls: readonly ServerCall[] = [
  ...sessionCalls(),
  ...joiningCalls(),
  ...updateCalls(),
  ...specialCalls(),
  ...model.flatMap(entityCalls),
  ...ownCalls(),
];

/** The calls of section 7 that are not one of the five of an entity; they stand before those, which they overlap. */
function specialCalls(): ServerCall[] {
  const [candidates, users] = [entity('candidate'), entity('user')];
  const withPassword = (prefix: string): ServerCall => ({
    method: 'get',
    path: `${prefix}users/with-password/{id}`,
    area: users.plural,
    summary: 'An employee with the password, for a Super Admin; written to the audit log',
    answer: { status: 200, schema: ref(schemaName(users, 'record')) },
  });
  return [
    {
      method: 'get',
      path: PATHS.dashboard,
      area: 'Dashboard',
      summary: 'The figures of the dashboard',
      answer: { status: 200, schema: ref('DashboardStats') },
    },
    {
      method: 'get',
      path: '/api/students/placement-status/filter',
      area: candidates.plural,
      summary: 'Candidates by placement status (`status`); without one, all that have any',
      listOf: candidates,
      answer: { status: 200, schema: listOf(ref(schemaName(candidates, 'record'))) },
    },
    ...['/api/', '/'].flatMap((prefix): ServerCall[] => [
      {
        method: 'get',
        path: `${prefix}users/me`,
        area: users.plural,
        summary: 'The own record',
        answer: { status: 200, schema: ref(schemaName(users, 'record')) },
      },
      {
        method: 'put',
        path: `${prefix}users/me`,
        area: users.plural,
        summary: 'Change the own record, or the own password with `currentPassword`',
        body: { schema: ref(schemaName(users, 'changes')), form: true },
        answer: { status: 200, schema: ref(schemaName(users, 'record')) },
      },
      withPassword(prefix),
    ]),
    {
      method: 'get',
      path: '/api/assignroles/getallhrs',
      area: users.plural,
      summary: 'Users with the role HR',
      listOf: users,
      answer: { status: 200, schema: listOf(ref(schemaName(users, 'record'))) },
    },
  ];
}

/** The five calls of an entity. Users have them without /api too. */
function entityCalls(of: EntityDefinition): ServerCall[] {
  const record = ref(schemaName(of, 'record'));
  const [area, one] = [of.plural, inSentence(of.label)];
  const form = fileFieldsOf(of).length > 0 ? 'form data may hold its picture' : 'form data is taken too';
  return [`/api/${of.path}`, ...(of.name === 'user' ? [`/${of.path}`] : [])].flatMap((path): ServerCall[] => [
    {
      method: 'get',
      path,
      area,
      summary: `List ${inSentence(of.plural)}`,
      listOf: of,
      answer: { status: 200, schema: listOf(record) },
    },
    {
      method: 'post',
      path,
      area,
      summary: `Add one; ${form}`,
      body: { schema: ref(schemaName(of, 'new')), form: true },
      answer: { status: 201, schema: record },
    },
    {
      method: 'get',
      path: `${path}/{id}`,
      area,
      summary: `One ${one}`,
      answer: { status: 200, schema: record },
    },
    {
      method: 'put',
      path: `${path}/{id}`,
      area,
      summary: `Change one; ${form}`,
      body: { schema: ref(schemaName(of, 'changes')), form: true },
      answer: { status: 200, schema: record },
    },
    {
      method: 'delete',
      path: `${path}/{id}`,
      area,
      summary: 'Delete one',
      answer: { status: 200, schema: ref('Deleted') },
    },
  ]);
}

function entity(name: string): EntityDefinition {
  const found = model.find((one) => one.name === name);
  if (!found) throw new Error(`The model has no ${name}`);
  return found;
}

import { z } from 'zod';
import { isJson } from '#shared/model/columns.ts';
import { model } from '#shared/model/entities.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { fieldConditionsSchema } from '#shared/model/field-condition.ts';
import type { Field } from '#shared/model/field.ts';
import { isOrderable } from '#shared/model/list-query.ts';
import { ERROR_CODES, HTTP_STATUS } from '#shared/protocol/errors.ts';
import { hasRange, MOST_LOOKED_FOR } from '../rest/filter-values.ts';
import { VERSION } from '../version.ts';
import { serverCalls } from './calls.ts';
import { fieldSchema, recordSchemas, type JsonSchema } from './record-schemas.ts';
import type { ServerCall } from './server-call.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  /** In the place of the schema, for a parameter that is JSON. */
  content?: Readonly<Record<string, { schema: JsonSchema }>>;
}

export interface DocumentedCall {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
}

export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Partial<Record<ServerCall['method'], DocumentedCall>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
}

/** The OpenAPI 3.1 document of every call, generated from the model and the protocol. */
export function apiDocument(): ApiDocument {
  const paths: ApiDocument['paths'] = {};
  for (const call of serverCalls) (paths[call.path] ??= {})[call.method] = documented(call);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Employee Management System',
      version: VERSION,
      description:
        'The calls of the server. A token of the sign-in goes along as Authorization: Bearer …; each role sees and sets what it may.',
    },
    tags: [...new Set(serverCalls.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...generalSchemas, ...Object.assign({}, ...model.map(recordSchemas)) },
      responses: errorResponses(),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function documented(call: ServerCall): DocumentedCall {
  const { status, schema, type = 'application/json' } = call.answer;
  const parameters = [...pathParameters(call.path), ...queryParameters(call)];
  return {
    operationId: `${call.method} ${call.path}`
      .replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/\W/g, ''),
    tags: [call.area],
    summary: call.summary,
    security: call.open ? [] : [{ token: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: { required: true, content: contentOf(call.body) } } : {}),
    responses: {
      [status]: {
        description: { 200: 'Done', 201: 'Added', 202: 'Begun', 204: 'Done, with nothing to say' }[status],
        ...(call.listOf ? { headers: { 'X-Total-Count': { schema: { type: 'integer' } } } } : {}),
        ...(schema ? { content: { [type]: { schema } } } : {}),
      },
      ...Object.fromEntries(refusals(call).map((code) => [code, { $ref: `#/components/responses/${code}` }])),
    },
  };
}

function contentOf({
  schema,
  form,
  bytes,
}: NonNullable<ServerCall['body']>): Record<string, { schema: JsonSchema }> {
  if (bytes) return { 'application/octet-stream': { schema } };
  return { 'application/json': { schema }, ...(form ? { 'multipart/form-data': { schema } } : {}) };
}

function refusals({ open, optional, body, path, method }: ServerCall): number[] {
  const codes = new Set(open && !body ? [] : [400, 429]);
  if (!open) for (const code of [401, 403]) codes.add(code);
  if (open && body) codes.add(401);
  if (optional || path.includes('{')) codes.add(404);
  if (body) for (const code of [413, 422]) codes.add(code);
  if (method !== 'get') codes.add(409);
  return [...codes].toSorted((a, b) => a - b);
}

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ listOf, query, path }: ServerCall): Parameter[] {
  if (query) {
    const { properties = {}, required = [] } = z.toJSONSchema(query);
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name) && !(typeof schema === 'object' && 'default' in schema),
      schema: schema as JsonSchema,
    }));
  }
  if (!listOf) return [];
  const status: Parameter[] = path.endsWith('/filter')
    ? [
        {
          name: 'status',
          in: 'query',
          schema: fieldSchema(listOf.fields['placementStatus'] ?? { kind: 'text', label: '' }),
        },
      ]
    : [];
  return [...status, ...listParameters(listOf)];
}

function listParameters(entity: EntityDefinition): Parameter[] {
  const fields = storedFields(entity);
  const orders = fields.filter(([, field]) => isOrderable(field)).map(([name]) => name);
  return [
    {
      name: 'limit',
      in: 'query',
      description: 'Without it the whole list',
      schema: { type: 'integer', minimum: 1, maximum: 10_000 },
    },
    { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    { name: 'search', in: 'query', schema: { type: 'string', maxLength: 200 } },
    {
      name: 'sort',
      in: 'query',
      description: `\`field\`, \`-field\` or \`date\`, of: ${orders.join(', ')}`,
      schema: { type: 'string' },
    },
    {
      name: 'conditions',
      in: 'query',
      description:
        'What is asked of single fields besides, as a JSON list; of `op` each field has those of its kind',
      content: {
        'application/json': { schema: z.toJSONSchema(fieldConditionsSchema, { io: 'input' }) },
      },
    },
    ...fields.map(([name, field]): Parameter => ({
      name,
      in: 'query',
      description: `Only records with this ${field.label}; repeated for several${isJson(field) ? `, ${MOST_LOOKED_FOR} at most` : ''}${rangeOf(name, field)}`,
      schema: { type: 'string' },
    })),
  ];
}

/** Of days and times what is not written, the zone, is India's. */
function rangeOf(name: string, { kind }: Field): string {
  if (!hasRange(kind)) return '';
  const zone = kind === 'date' || kind === 'datetime' ? '; days, and times without a zone, are Indian' : '';
  return `. \`${name}.from\` and, not included, \`${name}.to\` for a range${zone}`;
}

const number: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const objectOf = (properties: Readonly<Record<string, JsonSchema>>, ...optional: string[]): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const generalSchemas: Record<string, JsonSchema> = {
  Error: objectOf(
    {
      error: { ...text, description: 'One sentence for the user' },
      code: { enum: ERROR_CODES },
      fields: { type: 'array', items: objectOf({ field: text, code: text, message: text }) },
    },
    'fields',
  ),
  Deleted: objectOf({ _id: text }),
  Tokens: objectOf(
    {
      token: text,
      refreshToken: text,
      dataKey: { ...text, description: 'For a desk alone: a key of the server for what the desk keeps' },
      trial: { ...text, description: 'For a desk alone: which trial of a backup this server is' },
      expiresIn: number,
      user: objectOf({ _id: text, name: text, email: text, role: text }),
    },
    'refreshToken',
    'dataKey',
    'trial',
  ),
  DashboardStats: objectOf({
    totalCandidates: number,
    scheduledInterviews: number,
    totalInquires: number,
    totalUsers: number,
    activeEmployees: number,
    inactiveEmployees: number,
    pendingPayments: number,
    totalhr: number,
    hrDetails: {
      type: 'array',
      items: objectOf({
        name: text,
        email: text,
        candidateCount: number,
        fullyPaid: number,
        partiallyPaid: number,
        paymentPercentage: { type: 'number' },
      }),
    },
  }),
};

/** The refusals by status, each with the codes that have it. */
function errorResponses(): Record<string, unknown> {
  const responses: Record<string, unknown> = {};
  for (const status of new Set(Object.values(HTTP_STATUS))) {
    const codes = ERROR_CODES.filter((code) => HTTP_STATUS[code] === status);
    responses[status] = {
      description: codes.join(', '),
      ...(status === 429 ? { headers: { 'Retry-After': { schema: number } } } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

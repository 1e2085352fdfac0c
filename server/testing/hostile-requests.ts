import fc from 'fast-check';
import { model } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { serverCalls } from '../api-documentation/calls.ts';
import type { ServerCall } from '../api-documentation/server-call.ts';
import type { Sent } from './raw-request.ts';
import { userIdOf } from './server.ts';

/** Requests that have broken other programs, against every call of the server. */

/** Objects and lists within each other. */
export const deep = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

/** Values that have broken other programs. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '\u202e\ufeff',
  'x'.repeat(100_000),
  "'; DROP TABLE candidate; --",
  '" OR 1=1 --',
  '$1 ? ?? :name',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '%s%n%x',
  '9999-99-99',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30T25:61:00Z',
  'NaN',
  '1e999',
  [],
  {},
  [[[[]]]],
  ['a', 1, null, {}],
  { _id: 'x' },
  { _id: { _id: 1 } },
  { $gt: '' },
  { length: 1e9 },
  { toString: 1, valueOf: 2 },
];

/** Ids as they stand in a path. */
export const IDS = [
  'known',
  userIdOf('HR'),
  'none',
  '%00',
  'a%00b',
  '..%2f..%2fetc%2fpasswd',
  '..',
  '%E0%A4%A',
  '%ed%a0%80',
  '__proto__',
  'constructor',
  "'%20OR%201=1--",
  'x'.repeat(5_000),
  '%F0%9F%92%A9',
  'a%0d%0aX-Injected:%201',
] as const;

const QUERY_NAMES = [
  'limit',
  'offset',
  'search',
  'sort',
  'status',
  'deleted',
  'before',
  'userId',
  'action',
  'a',
  '__proto__',
  'constructor',
  '__proto__.from',
  'createdAt.from',
  'createdAt.to',
  '_id',
  '.from',
  'sort[]',
  'filter[a][b]',
];

const anyCall = fc.constantFrom(...serverCalls.filter(({ path }) => path !== '/metrics'));
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue(), fc.string({ unit: 'binary' }));
const anyToken = (tokens: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.nat(tokens.length - 1).map((at) => `Bearer ${tokens[at] ?? ''}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        'Bearer',
        'Bearer x.y.z',
        'Basic YTpi',
        `Bearer ${'a'.repeat(6_000)}`,
        'Bearer eyJhbGciOiJub25lIn0.e30.',
      ),
    },
  );

const entityOfPath = (path: string): EntityDefinition | undefined =>
  model.find((one) => path.startsWith(`/api/${one.path}`) || path.startsWith(`/${one.path}`));

function fieldNames({ path }: ServerCall): string[] {
  const entity = entityOfPath(path);
  const special = [
    '__proto__',
    'constructor',
    'password',
    'currentPassword',
    'email',
    'operations',
    'protocol',
    'cursor',
    'refreshToken',
    'desk',
  ];
  return [...(entity ? Object.keys(entity.fields) : []), ...special];
}

/** A query of names that lists know and others, with hostile values. */
const queryOf = (call: ServerCall): fc.Arbitrary<string> => {
  const names = fc.constantFrom(...QUERY_NAMES, ...fieldNames(call));
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '-1',
      '0',
      '%00',
      'a%00b',
      '%ed%a0%80',
      '%',
      'known',
      'x'.repeat(3_000),
      "'--",
      '1e999',
      'NaN',
      'name:desc',
      '-createdAt',
      'password',
      '__proto__',
    ),
    fc
      .string({ unit: 'binary', maxLength: 30 })
      .map((text) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ''))),
  );
  return fc
    .array(fc.tuple(names, value), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'));
};

function multipart(fields: readonly (readonly [string, unknown])[], breakAt: number): Buffer {
  const parts = fields.map(
    ([name, value]) =>
      `--b\r\nContent-Disposition: form-data; name="${name.replaceAll(/[\r\n"]/g, '')}"${breakAt % 3 === 1 ? '; filename="../../x.png"' : ''}\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
  );
  const whole = Buffer.from(`${parts.join('')}--b--\r\n`);
  return breakAt % 4 === 0 ? whole.subarray(0, Math.max(0, whole.length - breakAt)) : whole;
}

const bodyOf = (call: ServerCall): fc.Arbitrary<Pick<Sent, 'headers' | 'body'>> => {
  const pairs = fc.array(fc.tuple(fc.constantFrom(...fieldNames(call)), hostile), { maxLength: 6 });
  const type = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/json; charset=x',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'x',
    '',
  );
  const json = pairs.map((some) => ({
    headers: { 'content-type': 'application/json' },
    // Written by hand, so that `__proto__` is a name like any other.
    body: `{${some.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`,
  }));
  return fc.oneof(
    { weight: 6, arbitrary: json },
    {
      weight: 1,
      arbitrary: hostile.map((value) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value) ?? '',
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('{', '[', '{"a":}', deep(5_000), `[${'1,'.repeat(1_000)}1]`, '\ufeff{}', '"')
        .map((body) => ({ headers: { 'content-type': 'application/json' }, body })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(type, fc.string({ unit: 'binary' }))
        .map(([contentType, body]) => ({ headers: { 'content-type': contentType }, body })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(pairs, fc.nat(40)).map(([some, at]) => ({
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: multipart(some, at),
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('gzip', 'br', 'x').map((encoding) => ({
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: '{}',
      })),
    },
  );
};

/** Any call with any id, query, body and token of these, among others. */
export const anyRequest = (tokens: readonly string[]): fc.Arbitrary<Sent> =>
  anyCall.chain((call) =>
    fc
      .tuple(fc.constantFrom(...IDS), queryOf(call), anyToken(tokens), bodyOf(call))
      .map(([id, query, authorization, { headers, body }]): Sent => {
        const path = call.path.replaceAll(/\{\w+\}/g, () => id);
        const withBody = call.method === 'post' || call.method === 'put' || authorization.length % 7 === 0;
        return {
          method: call.method.toUpperCase(),
          path: query === '' ? path : `${path}?${query}`,
          headers: {
            ...(authorization === '' ? {} : { authorization }),
            ...(withBody ? headers : {}),
            ...(withBody && body !== undefined ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
          },
          ...(withBody && body !== undefined ? { body } : {}),
        };
      }),
  );

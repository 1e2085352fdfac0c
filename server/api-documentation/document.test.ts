import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { model } from '#shared/model/entities.ts';
import { deletedQuerySchema } from '#shared/protocol/history.ts';
import { makeApp } from '../app.ts';
import { DataTaken } from '../audit/data-taken.ts';
import { SignInAttempts } from '../auth/attempts.ts';
import { CodeAttempts } from '../auth/code-attempts.ts';
import { KnownPlaces } from '../auth/known-places.ts';
import { SecondFactorKey } from '../auth/second-factor-key.ts';
import { Sessions } from '../auth/sessions.ts';
import { RunningCalls } from '../http/running-calls.ts';
import { ConnectedDesks } from '../sync/connected-desks.ts';
import { Signer } from '../sync/signer.ts';
import { noSnapshots } from '../testing/no-snapshots.ts';
import type { Passwords } from '../auth/passwords.ts';
import { Backups } from '../backup/backups.ts';
import { defaults } from '../configuration/configuration.ts';
import { FileStore } from '../files/store.ts';
import { Thumbnails } from '../files/thumbnails.ts';
import { ErasedBesideBackups } from '../persons/erased-beside-backups.ts';
import { ErasedList } from '../persons/erased-list.ts';
import { UnfinishedUploads } from '../files/unfinished-uploads.ts';
import { AwayDatabase } from '../http/away-database.ts';
import { FullDisk } from '../http/full-disk.ts';
import { makeLogger } from '../http/logging.ts';
import { makeMetrics } from '../http/metrics.ts';
import { RetentionClock } from '../retention-clock.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { serverCalls } from './calls.ts';
import type { ApiDocument } from './document.ts';

let server: TestServer;
let document: ApiDocument;
let passwords: Passwords;
const closing: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (_database, given) => {
      passwords = given;
    },
  });
  document = (await server.client().get<ApiDocument>('/api/openapi.json')).body;
});
afterAll(async () => {
  for (const work of closing) work();
  await server.stop();
});

/** The table of section 7, method and path. */
const SECTION_7 = `
POST /api/auths/login; GET /api/students/stats/dashboard; GET /api/students; GET /api/students/{id}; POST /api/students;
PUT /api/students/{id}; DELETE /api/students/{id}; GET /api/students/placement-status/filter; GET /api/users;
GET /api/users/me; GET /users/with-password/{id}; POST /users; PUT /api/users/{id}; DELETE /users/{id};
GET /api/assignroles/getallhrs; GET /api/interns; GET /api/interns/{id}; POST /api/interns; PUT /api/interns/{id};
DELETE /api/interns/{id}; GET /api/lead-status; POST /api/lead-status; PUT /api/lead-status/{id};
DELETE /api/lead-status/{id}; GET /api/roles; POST /api/roles; PUT /api/roles/{id}; DELETE /api/roles/{id};
GET /api/assignroles; POST /api/assignroles; PUT /api/assignroles/{id}; DELETE /api/assignroles/{id}; GET /api/jobs;
POST /api/jobs; PUT /api/jobs/{id}; DELETE /api/jobs/{id}; GET /api/contacts; PUT /api/contacts/{id};
DELETE /api/contacts/{id}; GET /api/careers; PUT /api/careers/{id}; GET /api/blogs; POST /api/blogs;
PUT /api/blogs/{id}; DELETE /api/blogs/{id}; GET /api/links; POST /api/links; PUT /api/links/{id};
DELETE /api/links/{id}; GET /api/hrs; POST /api/hrs; PUT /api/hrs/{id}; DELETE /api/hrs/{id}`
  .split(';')
  .map((row) => row.trim());

const inDocument = (): string[] =>
  Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );

test('section 7: every call is in the document', () => {
  expect(SECTION_7).toHaveLength(53);
  expect(SECTION_7.filter((call) => !inDocument().includes(call))).toEqual([]);
});

/** What Express keeps of its routes. */
interface Layer {
  match(path: string): { path: string } | false;
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

function leaves(stack: readonly Layer[]): Layer[] {
  return stack.flatMap((layer) => (layer.route ? [layer] : leaves(layer.handle.stack ?? [])));
}

/** Marks the routes that answer the call. */
function mark(stack: readonly Layer[], method: string, path: string, marked: Set<string>): void {
  for (const layer of stack) {
    const matched = layer.match(path);
    if (!matched) continue;
    const rest = path.slice(matched.path.length) || '/';
    if (!layer.route) mark(layer.handle.stack ?? [], method, rest, marked);
    else if (layer.route.methods[method]) marked.add(`${method} ${leafId(layer)}`);
  }
}

const ids = new Map<Layer, number>();
function leafId(layer: Layer): string {
  if (!ids.has(layer)) ids.set(layer, ids.size);
  return `${layer.route?.path} #${ids.get(layer)}`;
}

test('every route of the server is in the document, and every call of the document has a route', async () => {
  const { database } = server;
  const configuration = {
    ...defaults,
    publicRead: ['job', 'blog', 'careerSlide'] as const,
    publicContact: true,
    metricsToken: 'token-of-the-test',
  };
  const sessions = new Sessions(database, {
    ...configuration,
    secret: 'secret',
    dataSecret: 'other',
    trial: null,
  });
  const app = makeApp({
    configuration,
    database,
    files: new FileStore(join(server.dataFolder, 'files')),
    thumbnails: new Thumbnails(join(server.dataFolder, 'thumbnails')),
    uploads: new UnfinishedUploads(join(server.dataFolder, 'uploads')),
    backups: new Backups({
      configuration,
      logger: makeLogger('silent'),
      run: () => ({ ended: Promise.resolve(null), stop: () => Promise.resolve() }),
      isEmpty: () => Promise.resolve(true),
    }),
    erased: new ErasedList(server.dataFolder),
    erasedBesideBackups: new ErasedBesideBackups({
      folder: () => null,
      epoch: server.database.epoch,
      tell: () => undefined,
    }),
    retention: await RetentionClock.open(database),
    sessions,
    running: new RunningCalls(sessions),
    connected: new ConnectedDesks(),
    signer: new Signer('secret'),
    snapshots: noSnapshots(server.database, server.dataFolder),
    passwords,
    attempts: new SignInAttempts(database),
    places: new KnownPlaces(database),
    taken: await DataTaken.open(database, () => undefined),
    codeAttempts: new CodeAttempts(database),
    secondFactorKey: new SecondFactorKey(database, configuration),
    fullDisk: new FullDisk(database),
    reach: { now: () => ({ addresses: [], notReached: null }), key: () => null },
    announcer: { office: () => undefined },
    away: new AwayDatabase(database, makeLogger('silent'), (work) => closing.push(work)),
    logger: makeLogger('silent'),
    metrics: await makeMetrics(),
    onClose: (work) => closing.push(work),
  });
  const stack = app.router.stack as unknown as Layer[];
  const marked = new Set<string>();
  for (const { method, path } of serverCalls) {
    const found = new Set<string>();
    mark(stack, method, path.replaceAll(/\{\w+\}/g, 'x'), found);
    expect([method, path, found.size > 0]).toEqual([method, path, true]);
    for (const each of found) marked.add(each);
  }
  const routes = leaves(stack).flatMap((layer) =>
    Object.keys(layer.route?.methods ?? {}).map((method) => `${method} ${leafId(layer)}`),
  );
  expect(routes.length).toBeGreaterThan(model.length * 5);
  expect(routes.filter((route) => !marked.has(route))).toEqual([]);
});

test('the document is OpenAPI 3.1 as it should be: references, names, parameters, answers', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(inDocument().toSorted()).toEqual(
    serverCalls.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted(),
  );
  const parts: Record<string, object> = document.components;
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
  expect(references.length).toBeGreaterThan(100);
  for (const reference of new Set(references)) {
    const [, place = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(reference) ?? [];
    expect(Object.keys(parts[place] ?? {})).toContain(name);
  }
  const names = new Set<string>();
  const tags = document.tags.map(({ name }) => name);
  for (const [path, calls] of Object.entries(document.paths)) {
    expect(path).toMatch(/^(\/[\w.-]+|\/\{\w+\})+$/);
    for (const [method, call] of Object.entries(calls)) {
      expect([path, names.has(call.operationId)]).toEqual([path, false]);
      names.add(call.operationId);
      expect(call.operationId).toMatch(/^[a-z]\w+$/);
      expect(tags).toEqual(expect.arrayContaining(call.tags));
      expect(call.summary.length).toBeGreaterThan(5);
      const inPath = (call.parameters ?? []).filter((one) => one.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      const given = (call.parameters ?? []).map((one) => `${one.in} ${one.name}`);
      expect(new Set(given).size).toBe(given.length);
      expect(Object.keys(call.responses).filter((status) => /^20[0124]$/.test(status))).toHaveLength(1);
      if (call.security.length > 0) expect(Object.keys(call.responses)).toContain('401');
      if (method === 'get' || method === 'delete') expect(call).not.toHaveProperty('requestBody');
    }
  }
});

test('what the server answers is of the documented kind: a list, or an object', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const wrong: string[] = [];
  let asked = 0;
  for (const { method, path, query, answer } of serverCalls) {
    const place = path.replace('{entity}', 'user').replace('{id}', userIdOf('HR'));
    if (method !== 'get' || place.includes('{') || (answer.type ?? 'application/json') !== 'application/json')
      continue;
    const { status, body } = await superAdmin.get(
      `${place}${query === deletedQuerySchema ? '?deleted=true' : ''}`,
    );
    if (status !== 200) continue;
    asked += 1;
    const isList = 'type' in (answer.schema ?? {}) && answer.schema?.['type'] === 'array';
    if (isList !== Array.isArray(body)) wrong.push(path);
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(model.length + 8);
});

test('each field of the model is in the schemas; a password is only ever sent', () => {
  const { schemas } = document.components;
  for (const entity of model) {
    const name = entity.label.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase());
    const properties = (of: string): object => schemas[of]?.['properties'] ?? {};
    const stored = Object.entries(entity.fields).filter(([, { kind }]) => kind !== 'secret');
    expect(Object.keys(properties(name))).toEqual(
      expect.arrayContaining(['_id', ...stored.map(([field]) => field)]),
    );
    expect(Object.keys(properties(name))).not.toContain('password');
  }
  expect(schemas['CandidateNew']).toMatchObject({ required: ['fullName', 'mobile', 'email'] });
});

test('the page loads nothing and runs nothing', async () => {
  const response = await fetch(`${server.url}/api/docs`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const page = await response.text();
  expect(page).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=|\sstyle=/i);
  expect(page).toContain('<code><span class="method">PUT</span> /api/jobs/{id}</code>');
  for (const path of Object.keys(document.paths)) expect(page).toContain(path);
});

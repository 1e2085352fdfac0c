import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import type { HistoryEntry } from '#shared/protocol/history.ts';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { copyTo } from '../copy/main.ts';
import { startServer, type RunningServer } from '../server.ts';
import { auditLines } from '../testing/audit-log.ts';
import { TestClient } from '../testing/client.ts';
import { newDatabase, onPostgresql } from '../testing/postgresql.ts';
import { PASSWORD_KEY, SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { CHEAP } from '../testing/server.ts';
import { LEFT_OVER_FILE, REPORT_FILE, runImport } from './main.ts';
import type { ImportReport } from './report.ts';

const CHIEF = '64b000000000000000000001';
const HR = '64b000000000000000000002';
const HR_AGAIN = '64b000000000000000000003';
const TRAINER = '64b000000000000000000004';
const GONE = '64b0000000000000000000ff';
const NEW_LEAD = '64c000000000000000000001';
/** Made on 2023-07-13 at 13:45:36 UTC, as its first four bytes say. */
const CANDIDATE = '64b000000000000000000101';
const SECOND = '64b000000000000000000102';

const oid = (id: string): object => ({ $oid: id });
const hashed = (password: string): Promise<string> => hash(password, 4);

let folder: string;
let configuration: Configuration;
let drop: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-import-test-'));
  const postgresql = onPostgresql() ? await newDatabase() : null;
  drop = async () => postgresql?.drop();
  configuration = {
    ...defaults,
    port: 0,
    dataFolder: join(folder, 'data'),
    databaseUrl: postgresql?.url ?? null,
    logLevel: 'silent',
    passwordCost: CHEAP,
    passwordKey: PASSWORD_KEY,
  };
  await writeExport(join(folder, 'old'));
});
afterEach(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** An export as `mongoexport` writes it: some collections as JSON arrays, some as lines; canonical and relaxed. */
async function writeExport(to: string): Promise<void> {
  mkdirSync(to);
  const array = (name: string, records: readonly object[]): void =>
    writeFileSync(join(to, name), `\uFEFF${JSON.stringify(records, null, 1)}`);
  const lines = (name: string, records: readonly object[]): void =>
    writeFileSync(join(to, name), records.map((record) => `${JSON.stringify(record)}\r\n`).join(''));
  array('users.json', [
    {
      _id: oid(CHIEF),
      name: 'Asha Chief',
      email: 'Asha@Office.test',
      password: await hashed('asha'),
      isActive: true,
      resetToken: 'not for anybody',
      __v: { $numberInt: '0' },
    },
    {
      _id: oid(HR),
      name: 'Hema Rao',
      email: 'hema@office.test',
      password: 'hema',
      salary: { $numberDecimal: '30000.50' },
      DOJ: { $date: { $numberLong: '1672531200000' } },
      favouriteColour: 'green',
    },
    { _id: oid(HR_AGAIN), name: 'Hema R', email: ' HEMA@office.test', password: 'another' },
    { _id: oid(TRAINER), name: 'Tarun Shah', email: 'tarun@office.test', isActive: 'perhaps' },
    { _id: oid('64b000000000000000000009'), name: 'No Email', password: 'secret words' },
  ]);
  lines('office.assignroles.json', [
    { _id: oid('64d000000000000000000001'), userEmail: 'asha@office.test', roleName: 'super admin' },
    { _id: oid('64d000000000000000000002'), userEmail: 'hema@office.test', roleName: 'HR' },
    { _id: oid('64d000000000000000000003'), userEmail: 'nobody@office.test', roleName: 'HR' },
  ]);
  array('roles.json', [
    { _id: oid('64e000000000000000000001'), name: 'hr' },
    { _id: oid('64e000000000000000000002'), name: 'Super Admin' },
    { _id: oid('64e000000000000000000003'), name: 'Front Desk' },
  ]);
  array('leadstatuses.json', [
    { _id: oid(NEW_LEAD), name: 'New', createdAt: { $date: '2024-01-01T00:00:00Z' } },
  ]);
  lines('interns.jsonl', [
    {
      _id: oid('64f000000000000000000001'),
      Name: 'Ila',
      mobile: 9876543210,
      leadStatus: { _id: oid(NEW_LEAD), name: 'New' },
      nextCall: { $date: '2024-02-01T10:00:00.000Z' },
    },
    { _id: oid('64f000000000000000000002'), Name: 'Jai', leadStatus: 'new' },
    { _id: oid('64f000000000000000000003'), Name: 'Kamal', leadStatus: oid(GONE) },
  ]);
  lines('students.json', [
    {
      _id: oid(CANDIDATE),
      fullName: 'Meera Nair',
      mobile: '98765 00000',
      email: 'meera@mail.test',
      enrolledCourse: ['frontend', 'Astrology'],
      paymentStatus: 'not paid',
      fee: '25000',
      yearOfPassing: { $numberInt: '2024' },
      interviewerName: 'tarun shah',
      profilePicture: 'uploads/meera.jpg',
      map: oid(HR_AGAIN),
    },
    {
      _id: oid(SECOND),
      fullName: 'Nitin Das',
      email: 'not an email',
      fee: -5,
      notes: 'x'.repeat(20_001),
      map: oid(GONE),
      createdAt: { $date: '2024-03-01T00:00:00Z' },
      updatedAt: { $date: '2024-03-02T00:00:00Z' },
    },
  ]);
  array('careers.json', [
    { _id: oid('650000000000000000000001'), headline: ['Join us'], cta: { label: 'Apply', url: 'x.test/a' } },
  ]);
  array('blogs.json', [
    { _id: oid('650000000000000000000002'), title: 'T', slug: 't', content: '<p>Hi<script>x()</script></p>' },
  ]);
  writeFileSync(join(to, 'notes.txt'), 'not a collection');
}

async function importAll(): Promise<{ said: string[]; report: ImportReport; out: string }> {
  const said: string[] = [];
  await runImport(configuration, join(folder, 'old'), (line) => said.push(line));
  const newest = readdirSync(configuration.dataFolder)
    .filter((name) => name.startsWith('import-'))
    .sort()
    .at(-1);
  const out = join(configuration.dataFolder, newest ?? '');
  return { said, report: JSON.parse(readFileSync(join(out, REPORT_FILE), 'utf8')) as ImportReport, out };
}

async function withServer(work: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await startServer(configuration);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

async function signedIn(server: RunningServer, email: string, password: string): Promise<TestClient> {
  const client = new TestClient(server.url);
  await client.signIn(email, password, null);
  return client;
}

test('every collection comes in, and what has no place is kept aside without secrets', async () => {
  const { report, out, said } = await importAll();
  expect(report.counts).toMatchObject({
    user: { found: 5, imported: 3, merged: 1, keptAside: 1 },
    role: { found: 3, imported: 1, merged: 2 },
    roleAssignment: { found: 3, imported: 2, keptAside: 1 },
    inquiry: { found: 3, imported: 3 },
    candidate: { found: 2, imported: 2 },
  });
  expect(report.passwords).toEqual({ hashed: 1, plain: 1 });
  expect(report.otherFiles).toEqual(['notes.txt']);
  expect(said.join('\n')).toContain('Kept aside 1 times: candidate.enrolledCourse');

  const aside = readFileSync(join(out, LEFT_OVER_FILE), 'utf8');
  for (const kept of [
    'green',
    'Astrology',
    'uploads/meera.jpg',
    'not an email',
    'nobody@office.test',
    'x'.repeat(20_001),
  ]) {
    expect(aside).toContain(kept);
  }
  expect(aside).not.toMatch(/not for anybody|secret words|\$2b\$/);
  expect(statSync(join(out, LEFT_OVER_FILE)).mode & 0o777).toBe(0o600);
  expect(statSync(join(out, REPORT_FILE)).mode & 0o777).toBe(0o600);

  await withServer(async (server) => {
    const chief = await signedIn(server, 'asha@office.test', 'asha');
    const students = (await chief.get<Record<string, unknown>[]>('/api/students')).body;
    expect(students).toMatchObject([
      { _id: SECOND, email: null, fee: null, map: null, createdAt: '2024-03-01T00:00:00.000Z' },
      {
        _id: CANDIDATE,
        enrolledCourse: ['Frontend'],
        paymentStatus: 'Not Paid',
        fee: 25_000,
        yearOfPassing: '2024',
        createdAt: '2023-07-13T13:45:36.000Z',
        interviewStatus: 'Not Scheduled',
      },
    ]);
    const stored = await server.database.all<Record<string, unknown>>(
      'SELECT "map", "interviewerId" FROM "candidate" WHERE "_id" = ?',
      [CANDIDATE],
    );
    expect(stored).toEqual([{ map: HR, interviewerId: TRAINER }]);
    const inquiries = (await chief.get<Record<string, unknown>[]>('/api/interns?sort=Name')).body;
    expect(inquiries.map((each) => each['leadStatus'])).toEqual([
      { _id: NEW_LEAD, name: 'New' },
      { _id: NEW_LEAD, name: 'New' },
      null,
    ]);
    const users = (await chief.get<Record<string, unknown>[]>('/api/users')).body;
    expect(users).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ _id: HR, roleName: 'HR', salary: 30_000.5, DOJ: '2023-01-01' }),
        expect.objectContaining({ _id: TRAINER, isActive: false }),
      ]),
    );
    const slides = (await chief.get<Record<string, unknown>[]>('/api/careers')).body;
    expect(slides.map((slide) => slide['headline'])).toEqual([['Join us']]);
    const [blog] = (await chief.get<Record<string, unknown>[]>('/api/blogs')).body;
    expect(blog?.['content']).toBe('<p>Hi</p>');
  });
});

test('an old hash lets its user in and is replaced at the first sign-in; a plain password was hashed', async () => {
  await importAll();
  await withServer(async (server) => {
    const hashOf = async (userId: string): Promise<string | undefined> => {
      const rows = await server.database.all<{ hash: string }>(
        'SELECT "hash" FROM "credentials" WHERE "userId" = ?',
        [userId],
      );
      return rows[0]?.hash;
    };
    expect(await hashOf(CHIEF)).toMatch(/^\$2b\$/);
    await expect(signedIn(server, 'asha@office.test', 'wrong')).rejects.toThrow();
    expect(await hashOf(CHIEF)).toMatch(/^\$2b\$/);
    await signedIn(server, 'asha@office.test', 'asha');
    expect(await hashOf(CHIEF)).toMatch(/^\$argon2id\$/);
    const chief = await signedIn(server, 'asha@office.test', 'asha');
    await expect(signedIn(server, 'asha@office.test', 'wrong')).rejects.toThrow();

    expect(await hashOf(HR)).toMatch(/^\$argon2id\$/);
    await signedIn(server, 'hema@office.test', 'hema');
    const view = (await chief.get<Record<string, unknown>>(`/users/with-password/${HR}`)).body;
    expect(view['password']).toBe('hema');
    // Nobody may see a Super Admin's password, also not one that came with an import.
    const sealed = await server.database.all<{ userId: string }>('SELECT "userId" FROM "sealed_passwords"');
    expect(sealed).toEqual([{ userId: HR }]);
  });
});

test('an import can be repeated: nothing is there twice, and what was changed since stays', async () => {
  await importAll();
  await withServer(async (server) => {
    const chief = await signedIn(server, 'asha@office.test', 'asha');
    await chief.put(`/api/students/${CANDIDATE}`, { fullName: 'Meera N' });
    // As after an import that was cut short before the passwords.
    await server.database.write((trx) => trx.all('DELETE FROM "credentials" WHERE "userId" = ?', [HR]));
  });
  const { report } = await importAll();
  for (const counts of Object.values(report.counts)) expect(counts.imported).toBe(0);
  expect(report.passwords).toEqual({ hashed: 0, plain: 1 });
  await withServer(async (server) => {
    await signedIn(server, 'hema@office.test', 'hema');
    const chief = await signedIn(server, 'asha@office.test', 'asha');
    const one = (await chief.get<Record<string, unknown>>(`/api/students/${CANDIDATE}`)).body;
    expect(one['fullName']).toBe('Meera N');
    const slides = (await chief.get<unknown[]>('/api/careers')).body;
    expect(slides).toHaveLength(1);
  });
});

test('who was erased is not brought back by an import, also where the data never had the person', async () => {
  await importAll();
  await withServer(async (server) => {
    const chief = await signedIn(server, 'asha@office.test', 'asha');
    const body = { reason: 'Asked by letter', name: 'Meera Nair' };
    expect((await chief.post(`/api/persons/candidate/${CANDIDATE}/erase`, body)).status).toBe(200);
  });
  const old = join(folder, 'old');
  const list = readFileSync(join(configuration.dataFolder, 'erased'));
  // As after a restore of a backup of before the first import: once before the server has started, once after.
  await drop();
  const fresh = onPostgresql() ? await newDatabase() : null;
  drop = async () => fresh?.drop();
  configuration = { ...configuration, dataFolder: join(folder, 'new'), databaseUrl: fresh?.url ?? null };
  mkdirSync(configuration.dataFolder);
  writeFileSync(join(configuration.dataFolder, 'erased'), list);
  for (const when of ['before its first start', 'after it']) {
    const { report, said, out } = await importAll();
    expect(report.counts.candidate, when).toMatchObject({ found: 2, erased: 1, keptAside: 0 });
    expect(said.join('\n')).toMatch(/Candidates( +\d){5} +1$/m);
    expect(readFileSync(join(out, LEFT_OVER_FILE), 'utf8')).not.toContain(CANDIDATE);
    await withServer(async ({ database }) => {
      expect(await database.all('SELECT "_id" FROM "candidate"')).toEqual([{ _id: SECOND }]);
    });
  }
  const said: string[] = [];
  await runImport({ ...configuration, dryRun: true }, old, (line) => said.push(line));
  expect(said.join('\n')).toMatch(/Candidates( +\d){5} +1$/m);
});

test('the audit log tells of each role that an import gave, once, also after one that was cut short', async () => {
  await importAll();
  const roles = [
    { subjectId: CHIEF, userId: null, outcome: 'done', detail: { from: null, to: 'Super Admin' } },
    { subjectId: HR, userId: null, outcome: 'done', detail: { from: null, to: 'HR' } },
  ];
  await withServer(async (server) => {
    const added = await auditLines(server.database, 'user-created');
    expect(added.map(({ subjectId }) => subjectId)).toEqual(expect.arrayContaining([CHIEF, HR]));
    expect(await auditLines(server.database, 'role-change')).toMatchObject(roles);
    // As after an import that was cut short before the audit log.
    await server.database.write((trx) =>
      trx.all(`DELETE FROM "audit_log" WHERE "action" = 'role-change' AND "subjectId" = ?`, [HR]),
    );
  });
  for (let time = 0; time < 2; time += 1) {
    await importAll();
    await withServer(async (server) => {
      expect(await auditLines(server.database, 'role-change')).toMatchObject(roles);
    });
  }
});

test('an import that was cut short before roles and students were filled in is made whole by the next one', async () => {
  const old = join(folder, 'old');
  const ila = {
    _id: oid('64b00000000000000000000a'),
    name: 'Ila Student',
    email: 'ila@mail.test',
    password: 'ila',
  };
  const add = (name: string, record: object): void => {
    const text = readFileSync(join(old, name), 'utf8').trimEnd();
    const isArray = text.endsWith(']');
    const [line, body] = [JSON.stringify(record), isArray ? text.slice(0, -1) : text];
    writeFileSync(join(old, name), isArray ? `${body},${line}]` : `${body}\n${line}\n`);
  };
  add('users.json', ila);
  add('roles.json', { _id: oid('64e000000000000000000009'), name: 'Student' });
  const [assignment, candidate] = ['64d000000000000000000009', '64b000000000000000000109'];
  add('office.assignroles.json', { _id: oid(assignment), userEmail: 'ila@mail.test', roleName: 'Student' });
  add('students.json', { _id: oid(candidate), fullName: 'Ila Student', email: 'ila@mail.test' });
  await importAll();
  await withServer(({ database }) =>
    database.write(async (trx) => {
      await trx.all('UPDATE "user" SET "roleName" = NULL', []);
      await trx.all('UPDATE "roleAssignment" SET "userName" = NULL, "userName_key" = NULL', []);
      await trx.all('UPDATE "candidate" SET "studentId" = NULL', []);
    }),
  );
  await importAll();
  await withServer(async (server) => {
    const chief = await signedIn(server, 'asha@office.test', 'asha');
    const assigned = (await chief.get<{ userName: string }[]>('/api/assignroles')).body;
    expect(assigned.map(({ userName }) => userName).toSorted()).toEqual([
      'Asha Chief',
      'Hema Rao',
      'Ila Student',
    ]);
    const student = await signedIn(server, 'ila@mail.test', 'ila');
    expect((await student.get<object[]>('/api/students')).body).toMatchObject([{ _id: candidate }]);
    // Desks that have the rows hear of it: it is in the log.
    const changed = await server.database.all<{ recordId: string; seq: number }>(
      `SELECT "recordId", "seq" FROM "change_log" WHERE "kind" = 'update' AND "recordId" IN (?, ?, ?)`,
      [HR, assignment, candidate],
    );
    expect(new Set(changed.map(({ recordId }) => recordId))).toEqual(new Set([HR, assignment, candidate]));
  });
});

test('what an import changes of records that were here is told to desks that have them', async () => {
  const old = join(folder, 'old');
  const roles = readFileSync(join(old, 'office.assignroles.json'));
  rmSync(join(old, 'office.assignroles.json'));
  await importAll();
  const seqOf = (server: RunningServer): Promise<{ _seq: number }[]> =>
    server.database.all('SELECT "_seq" FROM "user" WHERE "_id" = ?', [HR]);
  const before = { at: 0, log: 0 };
  await withServer(async (server) => {
    [before.at, before.log] = [(await seqOf(server))[0]?._seq ?? 0, await server.database.seq()];
  });
  writeFileSync(join(old, 'office.assignroles.json'), roles);
  await importAll();
  await withServer(async (server) => {
    expect(before.at).toBeGreaterThan(0);
    expect(Number((await seqOf(server))[0]?._seq)).toBeGreaterThan(before.log);
  });
});

test('the history of an imported record begins with what was imported', async () => {
  await importAll();
  await withServer(async (server) => {
    const chief = await signedIn(server, 'asha@office.test', 'asha');
    await chief.put(`/api/students/${CANDIDATE}`, { fullName: 'Meera N' });
    const { body } = await chief.get<HistoryEntry[]>(`/api/history/students/${CANDIDATE}`);
    const [update, create] = body;
    expect(update?.fields).toMatchObject([{ name: 'fullName', old: 'Meera Nair', new: 'Meera N' }]);
    expect(create).toMatchObject({ kind: 'create', at: '2023-07-13T13:45:36.000Z', by: null });
    const begun = Object.fromEntries(create?.fields.map((field) => [field.name, field.new]) ?? []);
    expect(begun).toMatchObject({ fullName: 'Meera Nair', fee: 25_000, enrolledCourse: ['Frontend'] });
  });
});

test('collections may come one by one: references lead to what came before', async () => {
  const old = join(folder, 'old');
  const students = readFileSync(join(old, 'students.json'));
  rmSync(join(old, 'students.json'));
  await importAll();
  rmSync(old, { recursive: true });
  mkdirSync(old);
  writeFileSync(join(old, 'students.json'), students.toString().replaceAll(HR_AGAIN, HR));
  await importAll();
  await withServer(async (server) => {
    const rows = await server.database.all('SELECT "map", "interviewerId" FROM "candidate" WHERE "_id" = ?', [
      CANDIDATE,
    ]);
    expect(rows).toEqual([{ map: HR, interviewerId: TRAINER }]);
  });
});

test('a dry run reports and writes nothing', async () => {
  const said: string[] = [];
  const trial = { ...configuration, dryRun: true };
  await runImport(trial, join(folder, 'old'), (line) => said.push(line));
  expect(said.join('\n')).toContain('This was a dry run');
  expect(said.join('\n')).toContain('Passwords: 1 kept as hashes, 1 hashed now.');
  expect(() => statSync(configuration.dataFolder)).toThrow();
  await withServer(async (server) => {
    expect(await server.database.all('SELECT "_id" FROM "user"')).toEqual([]);
  });
});

test('a broken line is left out and reported with its place, and the rest comes in', async () => {
  const good = (id: string): string => JSON.stringify({ _id: id, link: 'https://x.test' });
  const lines = [good('a'), '{"_id": ', '7', '{"link": "no id"}', '', '['.repeat(100_000), good('b')];
  writeFileSync(join(folder, 'old', 'links.json'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'old', 'contacts.json'), `[${'{"name": "no id"},'.repeat(30)}${good('c')}]`);
  const said: string[] = [];
  const { broken, counts } = await runImport(configuration, join(folder, 'old'), (line) => said.push(line));
  const links = broken.filter(({ file }) => file.endsWith('links.json'));
  expect(links.map(({ at, reason }) => [at, reason])).toEqual([
    [2, 'It is not JSON'],
    [3, 'It is not a record'],
    [4, 'It has no _id'],
    [6, 'It is not JSON'],
  ]);
  expect(broken).toHaveLength(34);
  expect([counts.dataLink?.imported, counts.contactInquiry?.imported]).toEqual([2, 1]);
  expect(said.join('\n')).toMatch(/Left out .*contacts\.json, line 1: It has no _id\./);
  expect(said.join('\n')).toContain('Left out 14 more: they are in the report.');
  await withServer(async (server) => {
    expect(await server.database.all('SELECT "_id" FROM "dataLink" ORDER BY "_id"')).toEqual([
      { _id: 'a' },
      { _id: 'b' },
    ]);
  });
});

test('the program ends with a code of its own where something was left out', async () => {
  const run = (): Promise<number | null> =>
    new Promise((resolve) => {
      const args = ['--import', join(folder, 'old'), '--dry-run', '--data', configuration.dataFolder];
      const env = { ...process.env, PASSWORD_KEY, DATABASE_URL: configuration.databaseUrl ?? '' };
      spawn(process.execPath, [SERVER_PROGRAM, ...args], { env, stdio: 'ignore' }).once('exit', resolve);
    });
  expect(await run()).toBe(0);
  writeFileSync(join(folder, 'old', 'links.json'), '{"_id": ');
  expect(await run()).toBe(2);
});

test('what cannot be read at all is said in one sentence that names the place', async () => {
  const run = (): Promise<unknown> => runImport(configuration, join(folder, 'old'), () => undefined);
  writeFileSync(join(folder, 'old', 'links.json'), '[{"_id": "a"');
  await expect(run()).rejects.toThrow('links.json is not JSON.');
  await expect(runImport(configuration, join(folder, 'none'), () => undefined)).rejects.toThrow(
    'is no folder',
  );
  await expect(runImport(configuration, folder, () => undefined)).rejects.toThrow('has no collection');
});

test('a hash that would take for ever is not kept: its user is named and has no password, nor is the hash one', async () => {
  const costly = `$2b$31$${'.'.repeat(53)}`;
  const users = [{ _id: oid(CHIEF), name: 'Asha', email: 'asha@office.test', password: costly }];
  writeFileSync(join(folder, 'old', 'users.json'), JSON.stringify(users));
  const { report, out, said } = await importAll();
  expect(report.passwords).toEqual({ hashed: 0, plain: 0 });
  expect(said.join('\n')).toContain('the user needs a new password');
  const leftOver = readFileSync(join(out, LEFT_OVER_FILE), 'utf8');
  expect(leftOver).toContain(CHIEF);
  expect(leftOver).not.toContain('$2b$31$');
  await withServer(async (server) => {
    expect(await server.database.all('SELECT "userId" FROM "credentials"')).toEqual([]);
    const client = new TestClient(server.url);
    expect((await client.post(PATHS.login, { email: 'asha@office.test', password: costly })).status).toBe(
      401,
    );
  });
});

test('an import and a copy are refused beside a running server on the same folder; a dry run and PostgreSQL are not', async () => {
  await withServer(async () => {
    const dryRun = { ...configuration, dryRun: true };
    await runImport(dryRun, join(folder, 'old'), () => undefined);
    if (configuration.databaseUrl !== null) {
      await importAll();
      return;
    }
    const sentence = /^Another server is running with the data folder .* End it first/;
    await expect(importAll()).rejects.toThrow(sentence);
    const nowhere = 'postgres://nobody@127.0.0.1:1/none';
    await expect(copyTo(configuration, nowhere, () => undefined)).rejects.toThrow(sentence);
  });
  await importAll();
});

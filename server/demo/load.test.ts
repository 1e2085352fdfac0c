import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ROLES } from '#shared/access/roles.ts';
import { decodeRow } from '#shared/model/columns.ts';
import { candidate } from '#shared/model/candidate.ts';
import { documentTypeOf } from '#shared/model/document-file.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { isPassword } from '../auth/password-check.ts';
import { Passwords } from '../auth/passwords.ts';
import { SealedPasswords } from '../auth/sealed-passwords.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { ensureBuiltIn } from '../database/built-in.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { defaults } from '../configuration/configuration.ts';
import { startServer } from '../server.ts';
import { PASSWORD_KEY } from '../../tests/product/processes.ts';
import { FileStore } from '../files/store.ts';
import { demoRecords } from './demo-records.ts';
import { isEmpty, loadDemo } from './load.ts';
import { DEMO_PASSWORD } from './staff.ts';

const cheap = { memoryCost: 8, timeCost: 1 };
const passwords = new Passwords(new SealedPasswords(false, null), cheap);
const today = new Date('2026-11-21T06:00:00.000Z');
const opened: (() => Promise<void>)[] = [];

async function emptyDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const database = await openDatabase({ at: { file: join(folder, 'server.db') } });
  opened.push(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function count(database: Database, table: string, where = '1 = 1'): Promise<number> {
  const [row] = await database.all<{ n: number }>(`SELECT COUNT(*) AS "n" FROM "${table}" WHERE ${where}`);
  return Number(row?.n);
}

async function headlines(database: Database): Promise<unknown[]> {
  const slides = await database.all<{ headline: string }>(
    'SELECT "headline" FROM "careerSlide" WHERE "deletedAt" IS NULL',
  );
  return slides.map(({ headline }): unknown => JSON.parse(headline));
}

describe('loading demo data', () => {
  it('that was broken off is done anew, and everybody can sign in', async () => {
    const database = await emptyDatabase();
    const options = { candidates: 40, inquiries: 20, today };
    const breaking = new Passwords(new SealedPasswords(false, null), cheap);
    breaking.set = () => Promise.reject(new Error('The process is ended'));
    await expect(loadDemo(database, breaking, options)).rejects.toThrow('ended');
    expect(await count(database, 'user')).toBeGreaterThan(0);
    expect(await isEmpty(database)).toBe(true);
    const counts = await loadDemo(database, passwords, options);
    expect(await count(database, 'candidate')).toBe(40);
    expect(await count(database, 'user')).toBe(counts.user);
    expect(await count(database, 'credentials')).toBe(await count(database, 'user', '"isActive" = 1'));
    expect(await count(database, 'change_log', `"entity" = 'candidate'`)).toBe(40);
    expect(await isEmpty(database)).toBe(false);
    await expect(loadDemo(database, passwords, options)).rejects.toThrow('already holds records');
  });

  it('fills an empty database with records that read back as they were made', async () => {
    const database = await emptyDatabase();
    expect(await isEmpty(database)).toBe(true);
    const counts = await loadDemo(database, passwords, { candidates: 120, inquiries: 60, today });
    expect(counts).toMatchObject({ candidate: 120, inquiry: 60, role: 5, careerSlide: 1 });
    for (const [entity, loaded] of Object.entries(counts)) expect(await count(database, entity)).toBe(loaded);
    const rows = await database.all<Record<string, unknown>>('SELECT * FROM "candidate" ORDER BY "_seq"');
    expect(rows.map((row) => decodeRow(candidate, row))).toEqual([
      ...(demoRecords('candidate', {
        seed: 1,
        today,
        count: 120,
        counts: { inquiries: 60, candidates: 120 },
      }) ?? []),
    ]);
    expect(await database.seq()).toBe(Object.values(counts).reduce((sum, loaded) => sum + loaded, 0));
  });

  it('has people who came from the website and became candidates, each naming the other', async () => {
    const database = await emptyDatabase();
    await loadDemo(database, passwords, { today });
    const taken = await database.all(
      `SELECT 1 FROM "contactInquiry" c JOIN "inquiry" i ON i."_id" = c."inquiry" AND i."contact" = c."_id"
       WHERE i."Name" = c."name" AND i."createdAt" > c."createdAt"`,
    );
    const enrolled = await database.all(
      `SELECT 1 FROM "inquiry" i JOIN "candidate" c ON c."_id" = i."enrolledAs" AND c."inquiry" = i."_id"
       JOIN "leadStatus" s ON s."_id" = i."leadStatus"
       WHERE c."fullName" = i."Name" AND c."createdAt" > i."createdAt" AND s."name" LIKE '%Admission Done%'`,
    );
    expect(taken.length).toBeGreaterThan(5);
    expect(enrolled.length).toBeGreaterThan(4);
    expect(await count(database, 'contactInquiry', '"inquiry" IS NOT NULL')).toBe(taken.length);
    expect(await count(database, 'inquiry', '"enrolledAs" IS NOT NULL')).toBe(enrolled.length);
    expect(await count(database, 'candidate', '"inquiry" IS NOT NULL')).toBe(enrolled.length);
  });

  it('has CVs with their files, which say what the record says, and are there for its interviewer', async () => {
    const database = await emptyDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'demo-files-'));
    opened.push(async () => rmSync(folder, { recursive: true }));
    const files = new FileStore(folder);
    const counts = await loadDemo(database, passwords, { today, files });
    const rows = await database.all<Record<string, string>>(
      `SELECT d."file", d."size", d."text", d."interviewerId", c."fullName", c."mobile", c."coreskill",
         c."resumeStatus", c."interviewerId" AS "wanted", f."size" AS "kept"
       FROM "document" d JOIN "candidate" c ON c."_id" = d."candidate" JOIN "files" f ON f."hash" = d."file"`,
    );
    expect(rows.length).toBe(counts.document);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.length).toBeLessThan(120);
    for (const row of rows) {
      const bytes = await files.read(row['file'] ?? '');
      expect(documentTypeOf(bytes ?? Buffer.alloc(0))).toBe('application/pdf');
      expect([bytes?.byteLength, row['kept']]).toEqual([row['size'], row['size']]);
      expect(row['resumeStatus']).toBe('Uploaded');
      expect(row['interviewerId']).toBe(row['wanted']);
      for (const name of ['fullName', 'mobile', 'coreskill']) expect(row['text']).toContain(row[name]);
    }
    expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length);
  });

  it('gives active users the demo password and the role, and others no password', async () => {
    const database = await emptyDatabase();
    await loadDemo(database, passwords, { candidates: 0, inquiries: 0, today });
    const users = await database.all<{
      email: string;
      isActive: number;
      roleName: string;
      hash: string | null;
    }>(
      'SELECT "email", "isActive", "roleName", "hash" FROM "user" LEFT JOIN "credentials" ON "userId" = "_id"',
    );
    for (const user of users) {
      expect(ROLES).toContain(user.roleName);
      const isDemoPassword = await isPassword(database, user.hash ?? undefined, DEMO_PASSWORD, cheap);
      expect(isDemoPassword, user.email).toBe(user.isActive === 1);
    }
    const roleOf = (name: string): string | undefined =>
      users.find((user) => user.email === `${name}@demo.test`)?.roleName;
    expect(['superadmin', 'admin', 'hr', 'employee', 'student'].map(roleOf)).toEqual([...ROLES]);
  });

  it("keeps the roles that the server has made; its career slide makes way for the demo's", async () => {
    const database = await emptyDatabase();
    await ensureBuiltIn(database);
    expect(await isEmpty(database)).toBe(true);
    await loadDemo(database, passwords, { candidates: 5, inquiries: 5, today });
    expect(await count(database, 'role')).toBe(ROLES.length);
    expect(await headlines(database)).toEqual([
      ['Learn from working engineers', expect.any(String), expect.any(String)],
    ]);
  });

  it('keeps a career slide that somebody wrote on', async () => {
    const database = await emptyDatabase();
    await bulkLoad(database, 'careerSlide', [{ _id: 'slide', headline: ['Our own words'] }]);
    await loadDemo(database, passwords, { candidates: 5, inquiries: 5, today });
    expect(await headlines(database)).toEqual([['Our own words']]);
  });

  it('refuses a database that holds records, and changes nothing', async () => {
    const database = await emptyDatabase();
    await loadDemo(database, passwords, { candidates: 5, inquiries: 5, today });
    const seq = await database.seq();
    await expect(loadDemo(database, passwords, { today })).rejects.toThrow('already holds records');
    expect(await database.seq()).toBe(seq);
  });
});

describe('a server with demo data', () => {
  it('lets every demo account sign in, with its role, and nobody who has left', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'demo-server-'));
    const server = await startServer(
      {
        ...defaults,
        port: 0,
        dataFolder,
        passwordCost: cheap,
        logLevel: 'silent',
        passwordKey: PASSWORD_KEY,
      },
      {
        prepare: async (database, passwords) => {
          await loadDemo(database, passwords, { candidates: 20, inquiries: 10, today });
        },
      },
    );
    opened.push(async () => {
      await server.close();
      rmSync(dataFolder, { recursive: true });
    });
    const signIn = async (email: string): Promise<{ status: number; role: unknown }> => {
      const response = await fetch(server.url + PATHS.login, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      });
      const body = (await response.json()) as { user?: { role?: unknown } };
      return { status: response.status, role: body.user?.role };
    };
    const accounts = ['superadmin', 'admin', 'hr', 'employee', 'student'];
    const answers = [];
    for (const account of accounts) answers.push(await signIn(`${account}@demo.test`));
    expect(answers).toEqual(ROLES.map((role) => ({ status: 200, role })));
    expect((await signIn('manoj.pillai@demo.test')).status).toBeGreaterThanOrEqual(400);
  });
});

import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { dataLink } from '#shared/model/data-link.ts';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import { validateChanges } from '#shared/model/validation.ts';
import { sanitiseRichText } from '../records/sanitise.ts';
import { demoBlogs } from './blogs.ts';
import { demoInquiries } from './leads.ts';
import { demoLeadStatuses } from './lead-statuses.ts';
import { demoRecords } from './demo-records.ts';
import { otherValues } from './other-values.ts';
import type { CountedDemoOptions } from './record-base.ts';
import { demoRoleAssignments, demoUsers } from './staff.ts';

type AnyDemoRecord = { _id: string; createdAt: string | null; updatedAt: string | null };

const recordsOf = (name: EntityName, options: CountedDemoOptions): Iterable<AnyDemoRecord> =>
  (demoRecords(name, options) ?? []) as Iterable<AnyDemoRecord>;

const options: CountedDemoOptions = { seed: 1, today: new Date('2026-11-21T06:00:00.000Z'), count: 600 };

/** What has none starts with an empty list. */
const withDemoData = entityNames.filter((name) => demoRecords(name, options) !== null);

const hashOf = (records: Iterable<AnyDemoRecord>): string => {
  const hash = createHash('sha256');
  for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('hex');
};

describe.each(withDemoData)('demo data: %s', (name) => {
  const generate = (options: CountedDemoOptions): Iterable<AnyDemoRecord> => recordsOf(name, options);
  const entity = entityOf(name);

  it('is the same for the same seed and Indian day, and another for another seed', () => {
    const hash = hashOf(generate(options));
    expect(hashOf(generate({ ...options, today: new Date('2026-11-21T18:29:00.000Z') }))).toBe(hash);
    expect(hashOf(generate({ ...options, seed: 2 }))).not.toBe(hash);
    expect(hashOf(generate({ ...options, today: new Date('2026-11-21T18:30:00.000Z') }))).not.toBe(hash);
  });

  it('holds every stored field, valid and as it is stored', () => {
    const fields = storedFields(entity).map(([field]) => field);
    for (const { _id, ...values } of generate(options)) {
      expect(Object.keys(values).toSorted()).toEqual(fields.toSorted());
      const validated = validateChanges(entity, values, { mode: 'create' });
      expect(validated.issues, _id).toEqual([]);
      expect(validated.values).toEqual(values);
    }
  });

  it('has UUIDs of version 7, and was made and changed before today', () => {
    const ids = new Set<string>();
    let count = 0;
    for (const { _id, createdAt, updatedAt } of generate(options)) {
      expect(_id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(Number.parseInt(_id.slice(0, 13).replace('-', ''), 16)).toBe(Date.parse(createdAt ?? ''));
      expect((createdAt ?? '') <= (updatedAt ?? '')).toBe(true);
      expect((updatedAt ?? '') < '2026-11-20T18:30:00.000Z').toBe(true);
      ids.add(_id);
      count += 1;
    }
    expect(ids.size).toBe(count);
  });
});

describe('fields that nobody has written demo data for', () => {
  it.each(entityNames)('%s: are filled by their kind, valid and as they are stored', (name) => {
    // What the fields of a record must be together is for whoever writes its demo data.
    const { problems: _together, ...entity } = entityOf(name);
    for (const index of [0, 1, 2, 30]) {
      const values = otherValues(entity, {}, options, index);
      expect(Object.keys(values)).toEqual(storedFields(entity).map(([field]) => field));
      expect(validateChanges(entity, values, { mode: 'create' })).toMatchObject({ issues: [], values });
    }
  });

  it('leave what is written as it is, and differ from record to record', () => {
    const written = { purpose: 'Fee receipts' };
    const added = [0, 1, 2].map((index) => otherValues(dataLink, written, options, index));
    for (const values of added) expect(values).not.toHaveProperty('purpose');
    expect(new Set(added.map(({ link }) => link)).size).toBeGreaterThan(1);
  });
});

describe('articles', () => {
  it('are HTML that sanitising leaves as it is, each with a slug of its own', () => {
    const blogs = [...demoBlogs(options)];
    for (const { content, title } of blogs) {
      expect(sanitiseRichText(content ?? ''), title ?? '').toBe(content);
      expect((content ?? '').replace(/<[^>]+>/g, '').length).toBeGreaterThan(300);
    }
    expect(new Set(blogs.map((row) => row.slug)).size).toBe(blogs.length);
  });
});

describe('what refers to what', () => {
  it('gives every user one role, by email', () => {
    const users = [...demoUsers(options)];
    const assigned = [...demoRoleAssignments(options)].map((row) => [
      row.userName,
      row.userEmail,
      row.roleName,
    ]);
    expect(assigned).toEqual(users.map((row) => [row.name, row.email, row.roleName]));
    expect(new Set(users.map((row) => row.email)).size).toBe(users.length);
  });

  it('has the demo accounts, active, each with its role', () => {
    const roles = Object.fromEntries(
      [...demoUsers(options)].map((row) => [row.email, row.isActive && row.roleName]),
    );
    expect(roles).toMatchObject({
      'superadmin@demo.test': 'Super Admin',
      'admin@demo.test': 'Admin',
      'hr@demo.test': 'HR',
      'employee@demo.test': 'Employee',
      'student@demo.test': 'Student',
    });
    expect(Object.values(roles).filter((role) => role === false).length).toBeGreaterThan(0);
  });

  it('gives inquiries lead statuses that there are', () => {
    const ids = new Set([...demoLeadStatuses(options)].map((row) => row._id));
    const used = new Set([...demoInquiries(options)].map((row) => row.leadStatus));
    expect([...used].every((id) => id !== null && ids.has(id))).toBe(true);
    expect(used.size).toBe(ids.size);
  });
});

describe('no letter and no link reaches anybody', () => {
  const hostOf = (link: string): string => new URL(/^https?:/.test(link) ? link : `https://${link}`).hostname;
  const reserved = /(^|\.)(example\.(com|org|net)|demo\.test)$/;

  it.each(withDemoData)('%s', (name) => {
    const kinds = new Map(storedFields(entityOf(name)).map(([field, { kind }]) => [field, kind]));
    for (const record of recordsOf(name, options)) {
      for (const [field, value] of Object.entries(record)) {
        if (typeof value !== 'string') continue;
        if (kinds.get(field) === 'email') expect(value.split('@')[1]).toMatch(reserved);
        if (kinds.get(field) === 'url' || field === 'link') expect(hostOf(value)).toMatch(reserved);
      }
    }
  });
});

describe("the machine's own zone", () => {
  const ownZone = process.env['TZ'];

  afterEach(() => {
    if (ownZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = ownZone;
  });

  it('plays no part', () => {
    const inZone = (zone: string): { offset: number; hashes: string[] } => {
      process.env['TZ'] = zone;
      const hashes = entityNames.map((name) => hashOf(recordsOf(name, options)));
      return { offset: options.today.getTimezoneOffset(), hashes };
    };
    const auckland = inZone('Pacific/Auckland');
    const anchorage = inZone('America/Anchorage');
    expect(auckland.offset).not.toBe(anchorage.offset);
    expect(auckland.hashes).toEqual(anchorage.hashes);
  });
});

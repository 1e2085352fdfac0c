import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import { validateChanges } from '#shared/model/validation.ts';
import { sanitiseRichText } from '../records/sanitise.ts';
import { demoBlogs } from './blogs.ts';
import { demoCandidates } from './candidates.ts';
import { demoCareerSlides } from './career-slide.ts';
import { demoContacts } from './contacts.ts';
import { demoHrRecords } from './hr-records.ts';
import { demoInquiries } from './inquiries.ts';
import { demoJobs } from './jobs.ts';
import { demoLeadStatuses } from './lead-statuses.ts';
import { demoLinks } from './links.ts';
import { demoRoles } from './roles.ts';
import type { CountedDemoOptions } from './record-base.ts';
import { demoRoleAssignments, demoUsers } from './staff.ts';

type AnyDemoRecord = { _id: string; createdAt: string | null; updatedAt: string | null };

const generators: Record<EntityName, (options: CountedDemoOptions) => Iterable<AnyDemoRecord>> = {
  user: demoUsers,
  role: demoRoles,
  roleAssignment: demoRoleAssignments,
  leadStatus: demoLeadStatuses,
  careerSlide: demoCareerSlides,
  job: demoJobs,
  blog: demoBlogs,
  dataLink: demoLinks,
  contactInquiry: demoContacts,
  hrRecord: demoHrRecords,
  inquiry: demoInquiries,
  candidate: demoCandidates,
};

const options: CountedDemoOptions = { seed: 1, today: new Date('2026-11-21T06:00:00.000Z'), count: 600 };

const hashOf = (records: Iterable<AnyDemoRecord>): string => {
  const hash = createHash('sha256');
  for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('hex');
};

describe.each(entityNames)('demo data: %s', (name) => {
  const generate = generators[name];
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

  it.each(entityNames)('%s', (name) => {
    const kinds = new Map(storedFields(entityOf(name)).map(([field, { kind }]) => [field, kind]));
    for (const record of generators[name](options)) {
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
      const hashes = entityNames.map((name) => hashOf(generators[name](options)));
      return { offset: options.today.getTimezoneOffset(), hashes };
    };
    const auckland = inZone('Pacific/Auckland');
    const anchorage = inZone('America/Anchorage');
    expect(auckland.offset).not.toBe(anchorage.offset);
    expect(auckland.hashes).toEqual(anchorage.hashes);
  });
});

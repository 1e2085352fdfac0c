import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityName } from '#shared/model/entities.ts';
import type { Role } from '#shared/access/roles.ts';
import { writePage } from '../sync/page-writer.ts';
import { admin, openWorkspace, pageOf, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

const folder = temporaryFolder();
let workspace: Workspace;

const rows: Partial<Record<EntityName, SampleRow[]>> = {
  leadStatus: [{ _id: 's1', _seq: 1, name: 'Interested' }],
  user: [
    {
      _id: 'u9',
      _seq: 2,
      name: 'Asha Pune',
      email: 'asha.p@x.test',
      mobileNumber: '+91 90000 11111',
      roleName: 'HR',
    },
  ],
  contactInquiry: [{ _id: 'w1', _seq: 3, name: 'Ravi Kumar', email: 'ravi@web.test', mobile: '98200 11223' }],
  hrRecord: [
    {
      _id: 'h1',
      _seq: 4,
      hrName: 'Meera Ashar',
      companyName: 'Northwind',
      companyEmail: 'meera@north.test',
      officePhone: '080-41234567',
    },
  ],
  inquiry: [
    {
      _id: 'i1',
      _seq: 5,
      Name: 'Ashok Rao',
      mobile: '0 98200 11224',
      leadStatus: 's1',
      internshipType: 'DevOps',
    },
    { _id: 'i2', _seq: 6, Name: null, mobile: '98765 43210' },
  ],
  candidate: [
    {
      _id: 'c1',
      _seq: 7,
      fullName: 'Asha Rao',
      mobile: '98200 11225',
      whatsapp: '90000 22222',
      email: 'asha@mail.test',
      interviewStatus: 'Cleared',
      enrolledCourse: '["JAVA","DevOps"]',
    },
    { _id: 'c2', _seq: 8, fullName: 'Natasha Iyer', mobile: '98200 11226', email: 'n@mail.test' },
    { _id: 'c3', _seq: 9, fullName: 'Rao Asha', mobile: '98200 11227', email: 'rao@mail.test' },
    // Enough people of a city that its name alone says nothing.
    ...Array.from({ length: 300 }, (_, at) => ({
      _id: `p${at}`,
      _seq: 10 + at,
      fullName: `Person ${at}`,
      mobile: `70000 ${10_000 + at}`,
      email: `p${at}@mail.test`,
      city: 'Puri',
    })),
  ],
};
const oldest: SampleRow = {
  _id: 'c0',
  _seq: 400,
  fullName: 'Rahul Puri',
  mobile: '98200 11228',
  email: 'r@mail.test',
};

beforeAll(async () => {
  workspace = openWorkspace(folder.path);
  write('candidate', [oldest]);
  for (const [entity, sample] of Object.entries(rows)) write(entity as EntityName, sample);
  await workspace.cache.buildIndexes();
  for (const entity of Object.keys(rows)) while (workspace.index.indexSome(entity as EntityName) > 0);
});
afterAll(() => {
  workspace.close();
  folder.remove();
});

const write = (entity: EntityName, sample: readonly SampleRow[]): void => {
  writePage(workspace.cache, workspace.overlay, pageOf(entity, sample, { seq: 500, more: true }));
};
const find = (
  search: string,
  role: Role = 'Super Admin',
  limit = 20,
): ReturnType<Workspace['people']['find']> => workspace.people.find({ search, limit }, { _id: 'u1', role });
const ids = (search: string, role?: Role, limit?: number): string[] =>
  find(search, role, limit).map(({ id }) => id);

it('finds people of every kind by their names: those that begin so first, then words of them, then parts', () => {
  expect(admin.role).toBe('Super Admin');
  expect(ids('asha')).toEqual(['c1', 'u9', 'c3', 'h1', 'c2']);
  expect(ids('ASHA  rao')).toEqual(['c1', 'c3']);
  expect(ids('as')).toEqual(['c1', 'i1', 'u9']);
  expect(ids('')).toEqual([]);
});

it('finds them by a part of the phone number however it is written, and by the email, and says by what', () => {
  expect(find('982 001 1223')).toMatchObject([{ id: 'w1', foundBy: '98200 11223', name: 'Ravi Kumar' }]);
  expect(ids('+91 98200 11224')).toEqual(['i1']);
  expect(find('22222')).toMatchObject([{ id: 'c1', foundBy: '90000 22222' }]);
  expect(find('41234567')).toMatchObject([{ id: 'h1', foundBy: '080-41234567' }]);
  expect(find('ravi@web')).toMatchObject([{ id: 'w1', foundBy: 'ravi@web.test' }]);
  expect(find('9876543210')).toMatchObject([{ id: 'i2', name: '' }]);
  expect(ids('rao 11225')).toEqual(['c1']);
});

it('says what each is, and how to reach the person', () => {
  expect(find('asha rao', undefined, 1)).toEqual([
    {
      entity: 'candidate',
      id: 'c1',
      name: 'Asha Rao',
      phone: '98200 11225',
      chat: '90000 22222',
      email: 'asha@mail.test',
      beside: ['Cleared', 'JAVA, DevOps'],
      foundBy: null,
    },
  ]);
  expect(find('ashok')).toMatchObject([{ beside: ['Interested', 'DevOps'], chat: '0 98200 11224' }]);
});

it('finds a name that many others hold as their city, and nothing by the city', () => {
  expect(ids('puri')).toEqual(['c0']);
});

it('finds who was added a moment ago, before the index has the record', () => {
  write('inquiry', [{ _id: 'i3', _seq: 501, Name: 'Zubin Late', mobile: '91234 56789' }]);
  expect(ids('late')).toEqual(['i3']);
  expect(ids('123456789')).toEqual(['i3']);
});

it('finds for a role only whom it may see, by what it may see', () => {
  expect(ids('asha', 'HR')).toContain('h1');
  expect(ids('northwind', 'Super Admin')).toEqual([]);
  expect(find('asha', 'Employee').every(({ entity }) => entity === 'candidate' || entity === 'user')).toBe(
    true,
  );
  expect(ids('98200', '')).toEqual([]);
});

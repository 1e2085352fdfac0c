import { describe, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { entities, entityOf, type EntityName } from '#shared/model/entities.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { savedView } from '#shared/model/saved-view.ts';
import { user } from '#shared/model/user.ts';
import {
  fieldsReadableOnEveryRow,
  mayCreate,
  mayDelete,
  mayDeleteRecord,
  mayRead,
  maySet,
  mayUpdate,
  mayUpdateById,
  readableFields,
  readableRows,
  readByGrant,
  settableFields,
} from './permissions.ts';
import { ROLES, toRole, type Role } from './roles.ts';

/** The table of decision 11: which data a role may read, create, set and delete at all. */
const table: Partial<Record<EntityName, Partial<Record<Role, string>>>> = {
  candidate: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'rcud', Employee: 'ru', Student: 'r' },
  inquiry: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'rcu' },
  leadStatus: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'r' },
  messageTemplate: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'r' },
  blog: { 'Super Admin': 'rcud', Admin: 'rcud' },
  hrRecord: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'rcud' },
  dataLink: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'rcud' },
  contactInquiry: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'rcud' },
  user: { 'Super Admin': 'rcud', Admin: 'ru', HR: 'ru', Employee: 'ru', Student: 'r', '': 'r' },
  role: { 'Super Admin': 'rcud' },
  roleAssignment: { 'Super Admin': 'rcud' },
  job: { 'Super Admin': 'rcud' },
  careerSlide: { 'Super Admin': 'ru' },
  savedView: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'rcud', Employee: 'rcud' },
  openingView: { 'Super Admin': 'rcud', Admin: 'rcud', HR: 'rcud', Employee: 'rcud' },
  officeSetting: { 'Super Admin': 'rcud' },
};

describe('who may do what', () => {
  it.each(Object.entries(table))('%s', (name, rightsOf) => {
    const entity = entityOf(name as EntityName);
    for (const role of [...ROLES, ''] as Role[]) {
      const rights = [
        mayRead(entity, role) && 'r',
        mayCreate(entity, role) && 'c',
        mayUpdate(entity, role) && 'u',
        mayDelete(entity, role) && 'd',
      ];
      expect(`${role}: ${rights.filter(Boolean).join('')}`).toBe(`${role}: ${rightsOf[role] ?? ''}`);
    }
  });

  it('shows an interviewer the assigned candidates without payment fields', () => {
    const me = { _id: 'me', role: 'Employee' } as const;
    expect(readableRows(candidate, 'Employee')).toEqual({ whereUserIs: ['interviewerId'] });
    expect(readableFields(candidate, me, { _id: 'c', interviewerId: 'other' }).size).toBe(0);
    const fields = readableFields(candidate, me, { _id: 'c', interviewerId: 'me' });
    expect(Object.keys(candidate.fields).filter((name) => !fields.has(name))).toEqual([
      'fee',
      'recievedAmount',
      'paymentStatus',
    ]);
    expect([...settableFields(candidate, me, { _id: 'c', interviewerId: 'me' })].toSorted()).toEqual([
      'discussion',
      'interviewStatus',
      'remarks',
    ]);
  });

  it('shows a student what concerns them of the own candidate, and nothing of the own account that students lack', () => {
    const me = { _id: 'me', role: 'Student' } as const;
    expect(readableRows(candidate, 'Student')).toEqual({ whereUserIs: ['studentId'] });
    expect(readableFields(candidate, me, { _id: 'c', studentId: 'other' }).size).toBe(0);
    expect([...readableFields(candidate, me, { _id: 'c', studentId: 'me' })]).toEqual([
      'fullName',
      'email',
      'enrolledCourse',
      'trainingMode',
      'trainer',
      'batchTime',
      'startDate',
      'trainingTime',
      'trainingStatus',
      'fee',
      'recievedAmount',
      'paymentStatus',
      'interviewStatus',
      'interviewerName',
      'interviewDate',
      'studentId',
      'createdAt',
      'updatedAt',
    ]);
    expect(settableFields(candidate, me, { _id: 'c', studentId: 'me' }).size).toBe(0);
    const own = readableFields(user, me, { _id: 'me' });
    expect(Object.keys(user.fields).filter((name) => !own.has(name))).toEqual([
      'password',
      'meetingLink',
      'salary',
      'DOJ',
      'DOL',
      'takesLeads',
      'leadGivenAt',
    ]);
  });

  it('shows the directory of users, and oneself wholly', () => {
    const me = { _id: 'me', role: 'HR' } as const;
    expect([...readableFields(user, me, { _id: 'other' })]).toEqual([
      'name',
      'email',
      'mobileNumber',
      'meetingLink',
      'isActive',
      'roleName',
      'createdAt',
      'updatedAt',
    ]);
    expect(readableFields(user, me, { _id: 'me' }).has('salary')).toBe(true);
    expect(settableFields(user, me, { _id: 'other' }).size).toBe(0);
    expect([...settableFields(user, me, { _id: 'me' })]).toEqual([
      'mobileNumber',
      'meetingLink',
      'dob',
      'gender',
      'linkedin',
      'portfolio',
    ]);
    expect(fieldsReadableOnEveryRow(user, 'HR').has('salary')).toBe(false);
  });

  it('lets nobody set what the server sets', () => {
    const actor = { _id: 'me', role: 'Super Admin' } as const;
    for (const entity of Object.values(entities)) {
      const settable = settableFields(entity, actor, { _id: 'x' });
      expect(settable.has('createdAt') || settable.has('map') || settable.has('roleName')).toBe(
        entity.name === 'roleAssignment',
      );
    }
    expect(settableFields(inquiry, actor, { _id: 'x' }).has('Name')).toBe(true);
  });

  it('shows a view to its owner and to the roles that it is shared with; Admins alone share', () => {
    const hr = { _id: 'me', role: 'HR' } as const;
    expect(readableRows(savedView, 'HR')).toEqual({ whereUserIs: ['owner'], whereRoleIsIn: ['sharedWith'] });
    const read = (record: object): number => readableFields(savedView, hr, { _id: 'v', ...record }).size;
    expect(read({ owner: 'other', sharedWith: null })).toBe(0);
    expect(read({ owner: 'other', sharedWith: ['Admin'] })).toBe(0);
    expect(read({ owner: 'other', sharedWith: '["Super Admin","Admin"]' })).toBe(0);
    expect(read({ owner: 'other', sharedWith: ['Admin', 'HR'] })).toBeGreaterThan(0);
    expect(read({ owner: 'other', sharedWith: '["Admin","HR"]' })).toBeGreaterThan(0);
    expect(read({ owner: 'me' })).toBeGreaterThan(0);
    expect(settableFields(savedView, hr, { _id: 'v', owner: 'other', sharedWith: ['HR'] }).size).toBe(0);
    expect(settableFields(savedView, hr, { _id: 'v', owner: 'me' }).has('settings')).toBe(true);
    expect(settableFields(savedView, hr, { _id: 'v', owner: 'me' }).has('sharedWith')).toBe(false);
    const admin = { _id: 'me', role: 'Admin' } as const;
    expect(settableFields(savedView, admin, { _id: 'v', owner: 'me' }).has('sharedWith')).toBe(true);
    const none = { _id: 'me', role: '' } as const;
    expect(readableFields(savedView, none, { _id: 'v', owner: 'me', sharedWith: [''] }).size).toBe(0);
  });

  it('gives a role that is not built in no more than an empty one', () => {
    expect(toRole('Manager')).toBe('');
    expect(toRole('super admin')).toBe('');
    expect(toRole(null)).toBe('');
    expect(toRole('HR')).toBe('HR');
  });

  it('a role of nobody is that of no row, whatever the row has stored', () => {
    const none = { _id: 'me', role: '' } as const;
    const forRoles = {
      ...savedView,
      access: { '': [{ rows: { whereRoleIsIn: 'sharedWith' }, read: 'all', set: 'none' }] },
    } as const;
    for (const sharedWith of [[''], '[""]', null, 'HR', 7])
      expect(readableFields(forRoles, none, { _id: 'v', sharedWith }).size).toBe(0);
  });

  it('a grant that reads nothing shows nothing, even that there is something', () => {
    const writeOnly = {
      ...candidate,
      access: {
        HR: [{ rows: 'all', read: 'none', set: 'all' }],
        Admin: [
          { rows: 'all', read: 'none', set: 'none' },
          { rows: { whereUserIs: 'interviewerId' }, read: { except: 'payment' }, set: 'none' },
        ],
      },
    } as const;
    expect([mayRead(writeOnly, 'HR'), readableRows(writeOnly, 'HR')]).toEqual([false, 'none']);
    expect(readByGrant(writeOnly, 'HR')).toEqual([]);
    expect(fieldsReadableOnEveryRow(writeOnly, 'HR').size).toBe(0);
    expect(readableRows(writeOnly, 'Admin')).toEqual({ whereUserIs: ['interviewerId'] });
    const [only, ...more] = readByGrant(writeOnly, 'Admin');
    expect([only?.rows, more]).toEqual([{ whereUserIs: 'interviewerId' }, []]);
    expect(only?.fields).toContain('fullName');
    expect(only?.fields).not.toContain('fee');
    expect(only?.fields).toEqual([...fieldsReadableOnEveryRow(writeOnly, 'Admin')]);
  });

  it('a row is deleted by whom a grant lets delete this one', () => {
    const own = {
      ...candidate,
      access: {
        HR: [
          { rows: 'all', read: 'all', set: 'none' },
          { rows: { whereUserIs: 'interviewerId' }, read: 'all', set: 'none', delete: true },
        ],
      },
    } as const;
    const hr = { _id: 'me', role: 'HR' } as const;
    expect(mayDeleteRecord(own, hr, { _id: 'c', interviewerId: 'me' })).toBe(true);
    expect(mayDeleteRecord(own, hr, { _id: 'c', interviewerId: 'other' })).toBe(false);
    expect(mayDeleteRecord(candidate, { _id: 'me', role: 'Student' }, { _id: 'c', studentId: 'me' })).toBe(
      false,
    );
    expect(mayDeleteRecord(candidate, hr, { _id: 'c' })).toBe(true);
  });

  it('of a colleague in the directory nothing can be set, which the id alone shows', () => {
    const employee = { _id: 'me', role: 'Employee' } as const;
    expect(mayUpdateById(user, employee, 'me')).toBe(true);
    expect(mayUpdateById(user, employee, 'colleague')).toBe(false);
    expect(mayUpdateById(user, { _id: 'me', role: 'Super Admin' }, 'colleague')).toBe(true);
    // Who interviews the candidate is not known by the id.
    expect(mayUpdateById(candidate, employee, 'somebody')).toBe(true);
    expect(mayUpdateById(inquiry, employee, 'somebody')).toBe(false);
  });

  it('a field is set by whom one of the grants lets set it, and by nobody where the server does', () => {
    expect(maySet(candidate, 'HR', 'fullName')).toBe(true);
    expect(maySet(candidate, 'Employee', 'fullName')).toBe(false);
    expect(maySet(candidate, 'Employee', 'remarks')).toBe(true);
    expect(maySet(candidate, 'Student', 'remarks')).toBe(false);
    expect(maySet(candidate, 'Super Admin', 'createdAt')).toBe(false);
    // By the second grant alone: one's own number in the directory.
    expect(maySet(user, 'HR', 'mobileNumber')).toBe(true);
  });
});

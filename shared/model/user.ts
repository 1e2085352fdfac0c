import { defineEntity, type Grant, type RecordOf } from './entity.ts';
import {
  birthDate,
  boolean,
  date,
  datetime,
  email,
  money,
  option,
  phone,
  secret,
  text,
  url,
} from './field.ts';

/** Others are seen through the directory; one's own record wholly, and some of it one may set (decision 11). */
const directory: Grant = { rows: 'all', read: { only: 'directory' }, set: 'none' };
const ownRecord: Grant = { rows: { whereUserIs: '_id' }, read: 'all', set: { only: 'self-service' } };
const ownRecordReadOnly: Grant = { ...ownRecord, set: 'none' };
/** A student has no salary, no days of joining and leaving, and no meeting link. */
const ownRecordOfStudent: Grant = { ...ownRecordReadOnly, read: { except: 'employment' } };

/** Section 3.3: a user, also called employee. The password is kept apart (decision 5). */
export const user = defineEntity({
  name: 'user',
  label: 'Employee',
  plural: 'Employees',
  path: 'users',
  title: 'name',
  person: ['roleName'],
  fields: {
    name: text('Name', { required: true, sortable: true, groups: ['directory'] }),
    email: email('Email', { required: true, unique: true, sortable: true, groups: ['directory'] }),
    password: secret('Password'),
    mobileNumber: phone('Mobile', { groups: ['directory', 'self-service'] }),
    meetingLink: url('MeetingLink', { groups: ['directory', 'self-service', 'employment'] }),
    salary: money('Salary', { ofOne: true, groups: ['employment'] }),
    DOJ: date('DOJ', { groups: ['employment'] }),
    DOL: date('DOL', { groups: ['employment'] }),
    isActive: boolean('Is Active', { default: true, groups: ['directory'] }),
    dob: birthDate('Date of Birth', { groups: ['self-service'] }),
    gender: option('Gender', ['Male', 'Female', 'Other'], { ofOne: true, groups: ['self-service'] }),
    linkedin: url('LinkedIn', { groups: ['self-service'] }),
    portfolio: url('Portfolio', { groups: ['self-service'] }),
    roleName: text('Role', { serverSet: true, indexed: true, groups: ['directory'] }),
    /** Whether new website contacts and unassigned inquiries go to this user too, in turn. */
    takesLeads: boolean('Takes New Leads', { indexed: true, groups: ['employment'] }),
    leadGivenAt: datetime('Last Lead Given', { serverSet: true, groups: ['employment'] }),
  },
  requiredMessage: 'Name and Email are required',
  datesInOrder: [['DOJ', 'DOL']],
  searchScopes: { default: ['name', 'email', 'mobileNumber'] },
  lists: {
    employees: {
      // `isActive` marks the name, it has no column of its own.
      columns: ['name', 'email', 'mobileNumber', 'meetingLink', 'roleName', 'isActive'],
      filters: [],
      linkFilters: ['isActive'],
      sort: { field: 'name', direction: 'asc' },
      emptyText: 'No employees found',
      csv: {
        fileName: 'users.csv',
        columns: ['name', 'email', 'mobileNumber', 'DOJ', 'DOL', 'salary', 'isActive'],
      },
      pageSizes: [10, 20],
      defaultPageSize: 20,
    },
    /** Of the directory fields only: every member of staff reads it (decision 12). */
    directory: {
      columns: ['name', 'email', 'mobileNumber', 'meetingLink', 'roleName', 'isActive'],
      filters: [],
      sort: { field: 'name', direction: 'asc' },
      emptyText: 'No employees found',
      pageSizes: [10, 20],
      defaultPageSize: 20,
    },
  },
  access: {
    'Super Admin': [{ rows: 'all', read: 'all', set: 'all', create: true, delete: true }],
    Admin: [directory, ownRecord],
    HR: [directory, ownRecord],
    Employee: [directory, ownRecord],
    Student: [ownRecordOfStudent],
    '': [ownRecordReadOnly],
  },
});

export type User = RecordOf<typeof user>;

/** Why a user stays active and Super Admin: there is no other one (decision 11). */
export function lastSuperAdminRefusal(name: string): string {
  return `${name} is the last active Super Admin. Make somebody else Super Admin first.`;
}

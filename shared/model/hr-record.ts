import { defineEntity, type RecordOf } from './entity.ts';
import { email, list, longText, option, phone, text, url } from './field.ts';
import { everything } from '#shared/access/grants.ts';

/** Section 3.3, with the enumerations of 3.4: an HR contact of another company. */
export const hrRecord = defineEntity({
  name: 'hrRecord',
  label: 'HR record',
  plural: 'HR records',
  path: 'hrs',
  title: 'hrName',
  fields: {
    hrName: text('HR Name', { sortable: true }),
    designation: text('Designation'),
    personalEmail: email('Personal Email'),
    companyEmail: email('Company Email'),
    personalPhone: phone('Personal Phone'),
    officePhone: phone('Office Phone'),
    personalLinkedIn: url('Personal LinkedIn'),
    companyLinkedIn: url('Company LinkedIn'),
    companyName: text('Company', { sortable: true }),
    companyWebsite: url('Company Website'),
    companyAddress: text('Location', { maxLength: 2_000 }),
    industry: text('Industry'),
    companySize: option('Company Size', ['1-10', '11-50', '51-200', '201-500', '501-1000', '1000+']),
    hiringStatus: option('Hiring Status', ['Hiring', 'Not Hiring', 'On Hold']),
    jobRoles: list('HiringFor'),
    jobType: option('Job Type', ['Full-time', 'Part-time', 'Internship', 'Contract', 'Remote']),
    experience: option('Experience', [
      'Fresher',
      '0-1 years',
      '1-3 years',
      '3-5 years',
      '5-10 years',
      '10+ years',
    ]),
    skillsRequired: list('Skills Required'),
    notes: longText('Notes'),
  },
  searchScopes: { default: ['hrName', 'companyName', 'personalEmail', 'companyEmail'] },
  lists: {
    hrRecords: {
      columns: ['hrName', 'companyName', 'companyEmail', 'personalPhone', 'jobRoles', 'companyAddress'],
      headings: { companyEmail: 'Email', personalPhone: 'Phone' },
      filters: [],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No HR records found',
      pageSizes: [20, 10],
    },
  },
  access: { 'Super Admin': everything, Admin: everything, HR: everything },
});

export type HrRecord = RecordOf<typeof hrRecord>;

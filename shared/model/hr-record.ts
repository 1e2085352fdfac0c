import { hrRecordAlsoCalled } from './also-called.ts';
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
  person: ['designation', 'companyName'],
  fields: {
    hrName: text('HR Name', { sortable: true }),
    designation: text('Designation'),
    personalEmail: email('Personal Email'),
    companyEmail: email('Company Email'),
    personalPhone: phone('Personal Phone'),
    officePhone: phone('Office Phone'),
    personalLinkedIn: url('Personal LinkedIn'),
    companyLinkedIn: url('Company LinkedIn'),
    companyName: text('Company Name', { sortable: true }),
    companyWebsite: url('Company Website'),
    companyAddress: text('Company Address', { maxLength: 2_000 }),
    industry: text('Industry'),
    companySize: option('Company Size', ['1-10', '11-50', '51-200', '201-500', '501-1000', '1000+']),
    hiringStatus: option('Hiring Status', ['Hiring', 'Not Hiring', 'On Hold']),
    jobRoles: list('Job Roles', { placeholder: 'Java Developer\nSoftware Engineer Trainee' }),
    jobType: option('Job Type', ['Full-time', 'Part-time', 'Internship', 'Contract', 'Remote']),
    experience: option('Experience', [
      'Fresher',
      '0-1 years',
      '1-3 years',
      '3-5 years',
      '5-10 years',
      '10+ years',
    ]),
    // Only a new line starts a new skill (section 5), so the placeholder has a comma within one.
    skillsRequired: list('Skills Required', { placeholder: 'Core Java, version 17\nSpring Boot' }),
    notes: longText('Notes'),
  },
  alsoCalled: hrRecordAlsoCalled,
  searchScopes: {
    default: [
      'hrName',
      'companyName',
      'personalEmail',
      'companyEmail',
      'personalPhone',
      'officePhone',
      'skillsRequired',
      'jobRoles',
      'companyAddress',
    ],
  },
  lists: {
    hrRecords: {
      columns: [
        'hrName',
        'companyName',
        'companyEmail',
        'personalEmail',
        'personalPhone',
        'officePhone',
        'jobRoles',
        'companyAddress',
      ],
      headings: {
        companyName: 'Company',
        companyEmail: 'Email',
        personalPhone: 'Phone',
        jobRoles: 'HiringFor',
        companyAddress: 'Location',
      },
      filters: [],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No HR records found',
      pageSizes: [10, 20],
      defaultPageSize: 20,
    },
  },
  access: { 'Super Admin': everything, Admin: everything, HR: everything },
});

export type HrRecord = RecordOf<typeof hrRecord>;

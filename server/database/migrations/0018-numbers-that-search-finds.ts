import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0018-numbers-that-search-finds',
  steps: [
    { fillSearchText: '_search', of: 'user', searches: ['name', 'email', 'mobileNumber'] },
    {
      fillSearchText: '_search',
      of: 'hrRecord',
      searches: [
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
    {
      fillSearchText: '_search',
      of: 'candidate',
      searches: [
        'fullName',
        'mobile',
        'whatsapp',
        'email',
        'enrolledCourse',
        'interviewStatus',
        'paymentStatus',
        'experience',
        'coreskill',
        'city',
        'company',
        'collegeName',
      ],
    },
  ],
};

import { expect, it } from 'vitest';
import { candidate } from './candidate.ts';
import { contactInquiry } from './contact-inquiry.ts';
import type { EntityDefinition } from './entity.ts';
import { fieldsForMany } from './for-many.ts';
import { hrRecord } from './hr-record.ts';
import { inquiry } from './inquiry.ts';
import { user } from './user.ts';

it.each<[EntityDefinition, string[]]>([
  [
    candidate,
    [
      'city',
      'state',
      'enrolledCourse',
      'trainingMode',
      'trainer',
      'batchTime',
      'startDate',
      'trainingTime',
      'coreskill',
      'trainingStatus',
      'fee',
      'paymentStatus',
      'experience',
      'nextCall',
      'resumeStatus',
      'leadSource',
      'counselor',
      'docsCollected',
      'interviewStatus',
      'interviewerName',
      'interviewerId',
      'interviewDate',
      'placementStatus',
      'company',
      'ctc',
      'collegeName',
      'courseBranch',
      'collegeLocation',
      'yearOfPassing',
      'backlogs',
    ],
  ],
  [inquiry, ['internshipType', 'interviewStatus', 'statusType', 'leadStatus', 'nextCall', 'assignedTo']],
  [contactInquiry, ['assignedTo']],
  [
    hrRecord,
    [
      'designation',
      'companyName',
      'companyAddress',
      'industry',
      'companySize',
      'hiringStatus',
      'jobType',
      'experience',
    ],
  ],
  [user, ['DOJ', 'DOL', 'isActive', 'takesLeads']],
])('many of $plural are given what they can have in common, and nothing else', (entity, names) => {
  expect(fieldsForMany(entity, 'Super Admin')).toEqual(names);
});

it('and of that what the role may set', () => {
  expect(fieldsForMany(candidate, 'Employee')).toEqual(['interviewStatus']);
  expect(fieldsForMany(candidate, 'Student')).toEqual([]);
  expect(fieldsForMany(user, 'HR')).toEqual([]);
});

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
])('many of $plural are given what they can have in common', (entity, names) => {
  expect(fieldsForMany(entity, 'Super Admin')).toEqual(expect.arrayContaining(names));
});

// What tells one from the others, belongs to one alone, or is not written by hand.
it.each<[EntityDefinition, string[]]>([
  [
    candidate,
    [
      'fullName',
      'mobile',
      'whatsapp',
      'email',
      'dob',
      'gender',
      'linkedin',
      'portfolio',
      'profilePicture',
      'recievedAmount',
      'discussion',
      'remarks',
      'notes',
      'academicScore',
      'map',
      'inquiry',
      'studentId',
      'createdAt',
      'updatedAt',
    ],
  ],
  [inquiry, ['Name', 'mobile', 'notes', 'enrolledAs', 'contact']],
  [contactInquiry, ['name', 'email', 'mobile', 'message', 'notes', 'inquiry']],
  [
    hrRecord,
    ['hrName', 'personalEmail', 'companyEmail', 'personalPhone', 'officePhone', 'personalLinkedIn', 'notes'],
  ],
  [
    user,
    [
      'name',
      'email',
      'password',
      'mobileNumber',
      'meetingLink',
      'salary',
      'dob',
      'gender',
      'roleName',
      'leadGivenAt',
    ],
  ],
])('and nothing of $plural that one has alone', (entity, alone) => {
  const given = fieldsForMany(entity, 'Super Admin');
  expect(alone.filter((name) => given.includes(name))).toEqual([]);
});

it('and of that what the role may set', () => {
  expect(fieldsForMany(candidate, 'Employee')).toEqual(['interviewStatus']);
  expect(fieldsForMany(candidate, 'Student')).toEqual([]);
  expect(fieldsForMany(user, 'HR')).toEqual([]);
});

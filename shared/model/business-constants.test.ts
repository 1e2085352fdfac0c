import { describe, expect, it } from 'vitest';
import { candidate, COURSE_FILTER } from './candidate.ts';
import { entityOf, type EntityName } from './entities.ts';
import { openingPageSize } from './entity.ts';
import { inquiry } from './inquiry.ts';
import { listOf } from './list-query.ts';
import { searchText } from './search-text.ts';
import { validateChanges } from './validation.ts';

/**
 * Section 9, as far as the model says it. What only shows on the page is in tests/browser/constants.spec.ts, the
 * display time zone in shared/format/dates.time-zone.test.ts and tests/browser/time-zone.spec.ts.
 */
describe('section 9: page sizes, as they are offered, and their defaults', () => {
  it.each<[item: string, entity: EntityName, list: string, sizes: number[], opening: number]>([
    ['Inquiry page size 50/30/20, default 50', 'inquiry', 'inquiries', [50, 30, 20], 50],
    ['Assign roles page size 20/10, default 20', 'roleAssignment', 'roleAssignments', [20, 10], 20],
    ['Employees page size 10/20, default 20', 'user', 'employees', [10, 20], 20],
    ['Jobs page size 10/20, default 10', 'job', 'jobs', [10, 20], 10],
    ['Blogs page size 10/20, default 10', 'blog', 'blogs', [10, 20], 10],
    ['Data links page size 20/10, default 20', 'dataLink', 'links', [20, 10], 20],
    ['HR list page size 20 by default, selectable 10 or 20', 'hrRecord', 'hrRecords', [10, 20], 20],
  ])('%s', (_item, entity, list, sizes, opening) => {
    const definition = listOf(entityOf(entity), list);
    expect(definition.pageSizes).toEqual(sizes);
    expect(openingPageSize(definition)).toBe(opening);
  });

  it('lists without a page size in section 9 scroll on', () => {
    for (const [entity, list] of [
      ['candidate', 'candidates'],
      ['candidate', 'placement'],
      ['inquiry', 'followups'],
      ['leadStatus', 'leadStatuses'],
      ['role', 'roles'],
      ['contactInquiry', 'contacts'],
    ] as const) {
      expect(openingPageSize(listOf(entityOf(entity), list))).toBeNull();
    }
  });
});

describe('section 9: values', () => {
  it('Year of passing options: 2020 to 2028', () => {
    expect(candidate.fields.yearOfPassing.options).toEqual(
      Array.from({ length: 9 }, (_, index) => String(2020 + index)),
    );
  });

  it('Default job order: 0', () => {
    const { values } = validateChanges(
      entityOf('job'),
      { title: 'Trainer', email: 'jobs@example.com' },
      { mode: 'create' },
    );
    expect(values['order']).toBe(0);
  });

  it('Placement default filter: In Progress, and the user may change it', () => {
    const placement = listOf(entityOf('candidate'), 'placement');
    expect(placement.presetFilter).toEqual({ placementStatus: 'In Progress' });
    expect(placement.filters).toContain('placementStatus');
  });
});

describe('sections 3.1, 3.4: courses', () => {
  const form = 'Frontend, Full Stack, DevOps, AI/ML, Cloud, Web Design, Backend, JAVA, Other';
  const filter = 'Frontend, Backend, Full Stack, DevOps, AI/ML, Cloud, Web Design, JAVA, Other';
  it('the form and the filter offer the same ones, each in its own order', () => {
    expect(candidate.fields.enrolledCourse.options?.join(', ')).toBe(form);
    expect(COURSE_FILTER.join(', ')).toBe(filter);
  });
});

describe('section 9: search scope', () => {
  it('Placement: name, mobile, email, courses, statuses, experience; decisions: skill, city, company, college', () => {
    expect(listOf(entityOf('candidate'), 'placement').searchScope ?? 'default').toBe('default');
    const text = searchText(candidate, 'default', {
      _id: '1',
      fullName: 'Asha Rao',
      mobile: '98765 43210',
      email: 'asha@example.com',
      enrolledCourse: ['Full Stack', 'DevOps'],
      interviewStatus: 'Cleared',
      paymentStatus: 'Partially Paid',
      experience: '1-3 years',
      city: 'Pune',
      notes: 'Prefers mornings',
      company: 'Orbisoft',
      coreskill: 'React, Node.js',
      collegeName: 'Fergusson College',
    });
    expect(text.split('\n')).toEqual([
      'asha rao',
      '919876543210',
      'asha@example.com',
      'full stack',
      'devops',
      'cleared',
      'partially paid',
      '1-3 years',
      'react, node.js',
      'pune',
      'orbisoft',
      'fergusson college',
    ]);
  });

  it('Inquiry: Name, mobile, internship type, interview status, notes, lead status name', () => {
    expect(inquiry.searchScopes['default']).toEqual([
      'Name',
      'mobile',
      'internshipType',
      'interviewStatus',
      'notes',
      'leadStatus',
    ]);
    // The lead status is looked for by what people read of it.
    expect(inquiry.fields.leadStatus.target).toEqual({ entity: 'leadStatus', display: 'name' });
    for (const list of ['inquiries', 'followups']) {
      expect(listOf(entityOf('inquiry'), list).searchScope ?? 'default').toBe('default');
    }
  });

  it('Lead status: the name', () => {
    expect(entityOf('leadStatus').searchScopes['default']).toEqual(['name']);
  });

  it('HR: hrName, companyName, personalEmail, companyEmail, case-insensitive; decisions: numbers, skills and places', () => {
    const text = searchText(entityOf('hrRecord'), 'default', {
      _id: '1',
      hrName: 'Rukhsar ALAM',
      companyName: 'Vedanix',
      personalEmail: 'R.Alam@Example.net',
      companyEmail: 'Desk@vedanix.example.com',
      designation: 'HR Manager',
      personalPhone: '98765 43210',
      notes: 'Replies on mail only',
      skillsRequired: ['Core Java, version 17', 'React'],
      jobRoles: ['Java Developer'],
      companyAddress: 'Baner Road, Pune',
    });
    expect(text.split('\n')).toEqual([
      'rukhsar alam',
      'vedanix',
      'r.alam@example.net',
      'desk@vedanix.example.com',
      '919876543210',
      'core java, version 17',
      'react',
      'java developer',
      'baner road, pune',
    ]);
  });

  it.each<[entity: EntityName, scope: string, fields: string[]]>([
    ['candidate', 'interviews', ['fullName', 'enrolledCourse', 'interviewerName']],
    ['roleAssignment', 'default', ['userName', 'userEmail', 'roleName']],
    ['user', 'default', ['name', 'email', 'mobileNumber']],
    ['job', 'default', ['title', 'location', 'type', 'email']],
    ['contactInquiry', 'default', ['name', 'email', 'mobile', 'message']],
    ['blog', 'default', ['title', 'slug', 'category']],
    ['dataLink', 'default', ['link', 'purpose']],
  ])('decision 12: %s, scope %s', (entity, scope, fields) => {
    expect(entityOf(entity).searchScopes[scope]).toEqual(fields);
  });
});

import { defineEntity, type RecordOf } from './entity.ts';
import { email, list, longText, number, text } from './field.ts';
import { everything } from '#shared/access/grants.ts';

/** Section 3.3: a job posting of the public website. */
export const job = defineEntity({
  name: 'job',
  label: 'Job',
  plural: 'Jobs',
  path: 'jobs',
  title: 'title',
  fields: {
    title: text('Title', { required: true, sortable: true }),
    location: text('Location'),
    type: text('Type'),
    email: email('Email', { required: true }),
    experience: text('Experience'),
    education: text('Education'),
    description: longText('Description'),
    responsibilities: list('Responsibilities'),
    skills: list('Skills'),
    requiredSkills: list('Required Skills'),
    order: number('Order', { default: 0, sortable: true }),
  },
  requiredMessage: 'Title and Email are required',
  searchScopes: { default: ['title', 'location', 'type', 'email'] },
  lists: {
    jobs: {
      columns: ['order', 'title', 'location', 'type', 'experience', 'email'],
      filters: [],
      sort: { field: 'order', direction: 'asc' },
      emptyText: 'No jobs found',
      pageSizes: [10, 20],
    },
  },
  access: { 'Super Admin': everything },
});

export type Job = RecordOf<typeof job>;

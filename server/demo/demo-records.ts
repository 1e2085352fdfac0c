import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { LoadedRecord } from '../database/bulk-load.ts';
import { demoActivities } from './activities.ts';
import { demoBlogs } from './blogs.ts';
import { demoCandidates } from './candidates.ts';
import { demoCareerSlides } from './career-slide.ts';
import { demoHrRecords } from './hr-records.ts';
import { demoContacts, demoInquiries } from './leads.ts';
import { demoJobs } from './jobs.ts';
import { demoLeadStatuses } from './lead-statuses.ts';
import { demoLinks } from './links.ts';
import { demoMessageTemplates } from './message-templates.ts';
import { otherValues } from './other-values.ts';
import type { CountedDemoOptions } from './record-base.ts';
import { demoRoles } from './roles.ts';
import { demoRoleAssignments, demoUsers } from './staff.ts';

type Generator = (options: CountedDemoOptions) => Iterable<LoadedRecord>;

const generators: Readonly<Partial<Record<EntityName, Generator>>> = {
  user: demoUsers,
  role: demoRoles,
  roleAssignment: demoRoleAssignments,
  leadStatus: demoLeadStatuses,
  messageTemplate: demoMessageTemplates,
  careerSlide: demoCareerSlides,
  job: demoJobs,
  blog: demoBlogs,
  dataLink: demoLinks,
  contactInquiry: demoContacts,
  hrRecord: demoHrRecords,
  inquiry: demoInquiries,
  candidate: demoCandidates,
  activity: demoActivities,
};

/**
 * The demo data of an entity, each record with all its stored fields: what nobody has written demo data for is filled
 * by its kind. `count` matters to candidates and inquiries, and to activities as that of the inquiries.
 * @returns null for an entity without demo data: its list starts empty.
 */
export function demoRecords(name: EntityName, options: CountedDemoOptions): Iterable<LoadedRecord> | null {
  const generate = generators[name];
  return generate ? completed(name, generate(options), options) : null;
}

function* completed(
  name: EntityName,
  records: Iterable<LoadedRecord>,
  options: CountedDemoOptions,
): Iterable<LoadedRecord> {
  const entity = entityOf(name);
  let index = 0;
  for (const record of records) {
    yield { ...record, ...otherValues(entity, record, options, index) };
    index += 1;
  }
}

import { activity } from './activity.ts';
import { blog } from './blog.ts';
import { candidate } from './candidate.ts';
import { careerSlide } from './career-slide.ts';
import { contactInquiry } from './contact-inquiry.ts';
import { dataLink } from './data-link.ts';
import { document } from './document.ts';
import type { EntityDefinition } from './entity.ts';
import { hrRecord } from './hr-record.ts';
import { inquiry } from './inquiry.ts';
import { job } from './job.ts';
import { leadStatus } from './lead-status.ts';
import { messageTemplate } from './message-template.ts';
import { mergedRecord } from './merged-record.ts';
import { notDuplicate } from './not-duplicate.ts';
import { officeSetting } from './office-setting.ts';
import { openingView } from './opening-view.ts';
import { role } from './role.ts';
import { roleAssignment } from './role-assignment.ts';
import { savedView } from './saved-view.ts';
import { user } from './user.ts';

/** Every entity of section 3. Small ones that others refer to come first, so that a first sync can show names at once. */
export const entities = {
  user,
  role,
  roleAssignment,
  leadStatus,
  messageTemplate,
  careerSlide,
  job,
  blog,
  dataLink,
  contactInquiry,
  hrRecord,
  inquiry,
  candidate,
  activity,
  document,
  mergedRecord,
  notDuplicate,
  savedView,
  openingView,
  officeSetting,
} as const;

export type EntityName = keyof typeof entities;

export const entityNames = Object.keys(entities) as EntityName[];

/** The definition of an entity, seen through the general type. */
export function entityOf(name: EntityName): EntityDefinition {
  return entities[name];
}

export function isEntityName(name: string): name is EntityName {
  return Object.hasOwn(entities, name);
}

/** The whole model as a plain list, as the tables and the cache are made from it. */
export const model: readonly EntityDefinition[] = Object.values(entities);

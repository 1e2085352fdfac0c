import { z } from 'zod';
import { ACTIVITY_KINDS, CALL_OUTCOMES } from '#shared/model/activity.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { MERGEABLE } from '#shared/model/merged-record.ts';
import { MESSAGE_CHANNELS } from '#shared/model/message-template.ts';
import { entity, fieldName, id } from './call-parts.ts';
import {
  DUPLICATE_SIGNS,
  MOST_IN_GROUP,
  MOST_MERGED,
  type Compared,
  type ContactMatch,
  type DuplicateGroupsPage,
  type DuplicatesFound,
  type LedTo,
} from './duplicates.ts';
import { heldSelectionSchema, listQuerySchema, MOST_AT_ONCE } from './list-calls.ts';
import type { PersonToMessage } from './messages.ts';
import type { RecordView } from './record-view.ts';

// The part of the bridge that is about people: finding them, what was done about them, and who is there twice.

/** Somebody whom a search among people of every kind has found. */
export interface FoundPerson {
  entity: EntityName;
  id: string;
  /** '' where the record has no name. */
  name: string;
  /** The first number to call, and the one to chat on, as written. */
  phone: string | null;
  chat: string | null;
  email: string | null;
  /** What tells who it is beside the name, such as status and course. */
  beside: string[];
  /** The number or email, as written, that holds what was searched; null where the name does. */
  foundBy: string | null;
}

/** The newest activity about a person. */
export interface LastActivity {
  /** The candidate or inquiry that it is about. */
  about: string;
  kind: string;
  outcome: string | null;
  /** ISO time. */
  at: string;
}

export const peopleParams = {
  /** People of every kind that the role may see, by parts of name, phone number or email. */
  'people.find': z.strictObject({ search: z.string().max(200), limit: z.int().min(1).max(50) }),
  /**
   * Logs what was done about a person, in one change set with the next call and the lead status, where those are given
   * (null empties them). The renderer makes the activity's id: a call that is repeated with it logs nothing twice.
   */
  'activities.log': z.strictObject({
    id,
    about: z.strictObject({ entity: z.enum(['candidate', 'inquiry']), id }),
    kind: z.enum(ACTIVITY_KINDS),
    outcome: z.enum(CALL_OUTCOMES).nullable(),
    note: z.string().max(20_000).nullable(),
    nextCall: z.string().max(40).nullable().optional(),
    leadStatus: id.nullable().optional(),
  }),
  /** What was done about a person, newest first. */
  'activities.of': z.strictObject({
    about: z.strictObject({ entity: z.enum(['candidate', 'inquiry']), id }),
    offset: z.int().min(0),
  }),
  /** The newest activity of each of these people; those about whom there is none are left out. */
  'activities.last': z.strictObject({
    entity: z.enum(['candidate', 'inquiry']),
    ids: z.array(id).max(MOST_AT_ONCE),
  }),
  /** The selected people in the order of the list, for messages one after the other; refused where they are too many. */
  'messages.people': z.strictObject({
    query: listQuerySchema
      .omit({ offset: true, limit: true, similar: true })
      .extend({ entity: z.enum(['candidate', 'inquiry']) }),
    picked: heldSelectionSchema.shape.picked,
    channel: z.enum(MESSAGE_CHANNELS),
  }),
  /**
   * Who has a phone number or an email address already, while it is typed: for a candidate or an inquiry among both, for
   * others among their own. `id` is the record that it is typed for, null for a new one.
   */
  'records.withContact': z.strictObject({
    entity,
    field: fieldName,
    value: z.string().max(200),
    id: id.nullable(),
  }),
  /** Where a record leads that is not there any more because it was merged into another one. */
  'records.leadsTo': z.strictObject({ entity, id }),
  /**
   * Looks for candidates and inquiries that may be the same person; `again` where a result of before will not do. Progress
   * comes as `duplicates` events.
   */
  'duplicates.find': z.strictObject({ again: z.boolean().optional() }),
  /** A page of what was found last, without what has been dealt with since. */
  'duplicates.groups': z.strictObject({
    by: z.enum(DUPLICATE_SIGNS).optional(),
    offset: z.int().min(0),
    limit: z.int().min(1).max(100),
  }),
  /** These records are not the same person, any two of them: remembered for everybody. */
  'duplicates.dismiss': z.strictObject({ ids: z.array(id).min(2).max(MOST_IN_GROUP) }),
  /** Records side by side, with when each of their values was written. */
  'duplicates.compare': z.strictObject({
    entity: z.enum(MERGEABLE),
    ids: z.array(id).min(2).max(MOST_MERGED),
  }),
  /**
   * Merges records into one: `values` are those that it is to have where they differ from its own, `bases` the seqs of all
   * as they were compared. What refers to the others refers to it then, and they lead to it.
   */
  'duplicates.merge': z.strictObject({
    entity: z.enum(MERGEABLE),
    stays: id,
    others: z
      .array(id)
      .min(1)
      .max(MOST_MERGED - 1),
    values: z.record(fieldName, z.unknown()),
    bases: z.record(id, z.int().min(0)),
  }),
} as const;

export interface PeopleResults {
  /** The best fit first. */
  'people.find': FoundPerson[];
  'activities.log': { set: string | null };
  'activities.of': { activities: RecordView[]; more: boolean };
  'activities.last': LastActivity[];
  'messages.people': PersonToMessage[];
  'records.withContact': ContactMatch[];
  'records.leadsTo': LedTo | null;
  'duplicates.find': DuplicatesFound;
  'duplicates.groups': DuplicateGroupsPage;
  'duplicates.dismiss': { set: string | null };
  'duplicates.compare': Compared;
  /** How many references were moved; `set` takes it all back. */
  'duplicates.merge': { set: string; moved: number };
}

import { z } from 'zod';
import { OWNER_FIELD, type OwnedEntity } from '#shared/access/leads.ts';
import { entity, fieldName, id } from './call-parts.ts';
import { heldSelectionSchema, MOST_AT_ONCE } from './list-calls.ts';
import type { ManyResult } from './many.ts';
import type { RecordView } from './record-view.ts';

// The part of the bridge that reads and changes records, one or many.

const ownedEntity = z.enum(Object.keys(OWNER_FIELD) as [OwnedEntity, ...OwnedEntity[]]);

export const recordParams = {
  'records.get': z.strictObject({ entity, id }),
  /** With `base` null the record is new and `id` is one that the renderer made (UUID v7) or null to have one made. */
  'records.save': z.strictObject({
    entity,
    id: id.nullable(),
    base: z.int().min(0).nullable(),
    changes: z.record(fieldName, z.unknown()),
    /** The values of the changed fields that the user was shown; without it, those that the record has now. */
    seen: z.record(fieldName, z.unknown()).optional(),
  }),
  'records.delete': z.strictObject({ entity, id }),
  'records.restore': z.strictObject({ entity, id }),
  /**
   * Gives the selected records the same values, as one change set with the id, which the renderer makes: a call that is
   * repeated with it does nothing twice, and goes on where an earlier one was interrupted. Records that the user may not
   * change stay as they are and are counted. Progress comes as `many` events, the result as `manyDone` too.
   */
  'records.setMany': heldSelectionSchema.extend({ id, changes: z.record(fieldName, z.unknown()) }),
  'records.deleteMany': heldSelectionSchema.extend({ id }),
  /** Brings deleted records back, in the same way. */
  'records.restoreMany': z.strictObject({ id, entity, ids: z.array(id).min(1).max(MOST_AT_ONCE) }),
  /** Stops it: what was changed so far stays, and can be taken back. */
  'records.stopMany': z.strictObject({ id }),
  /**
   * Gives candidates and inquiries to a person: all of another person's, or the selected rows of a list. One change set, in parts where there are
   * many; what was handed over before an interruption stays so. Progress comes as `move` events under the id, which the
   * renderer makes.
   */
  'records.handOver': z.strictObject({
    id,
    to: id,
    of: z.union([
      z.strictObject({ from: id, entities: z.array(ownedEntity).min(1).max(2) }),
      z.strictObject({
        selected: heldSelectionSchema.extend({
          query: heldSelectionSchema.shape.query.extend({ entity: ownedEntity }),
        }),
      }),
    ]),
  }),
  /** Says who takes new leads in turn: these users and no others. */
  'leads.setTakers': z.strictObject({ users: z.array(id).max(MOST_AT_ONCE) }),
  /**
   * Gives the inquiries of a lead status another one, or none, and deletes it then; what was moved before an
   * interruption stays moved. Progress comes as `move` events under the id, which the renderer makes.
   */
  'leadStatuses.replace': z.strictObject({ id, status: id, by: id.nullable() }),
  /** Makes an inquiry of a message from the website, as the user's own; the message says so. One change set. */
  'contacts.takeOver': z.strictObject({ id }),
  /**
   * Makes a candidate of an inquiry, which says so; one change set. `candidate` is the id that the renderer made for the
   * new candidate, `changes` its fields.
   */
  'inquiries.enrol': z.strictObject({ id, candidate: id, changes: z.record(fieldName, z.unknown()) }),
} as const;

export interface RecordResults {
  'records.get': RecordView | null;
  /** `set` takes the change back; null where nothing changed. */
  'records.save': RecordView & { set: string | null };
  'records.delete': { _id: string; set: string | null };
  'records.restore': { _id: string };
  'records.setMany': ManyResult;
  'records.deleteMany': ManyResult;
  'records.restoreMany': ManyResult;
  'records.stopMany': null;
  /** How many were handed over; `set` takes it back, null where all were that person's already. */
  'records.handOver': { handed: Record<OwnedEntity, number>; set: string | null };
  'leads.setTakers': { set: string | null };
  /** How many inquiries were moved; `set` takes it back. */
  'leadStatuses.replace': { moved: number; set: string };
  /** `set` takes it back; `inquiry` is the new one. */
  'contacts.takeOver': { inquiry: string; set: string | null };
  /** The new candidate; `set` takes it back. */
  'inquiries.enrol': RecordView & { set: string | null };
}

import { z } from 'zod';
import { eraseSchema } from './persons.ts';

/** People on a page of those who are proposed for erasure. */
export const PROPOSALS_PAGE = 100;
/** People who are erased by one call at most: nobody else waits for long. */
export const ERASED_AT_ONCE = 10;

const id = z.string().min(1).max(100);

/** Query of GET on the proposals: `after` is the place where the page before ended. */
export const proposalsQuerySchema = z.strictObject({ after: z.string().max(200).optional() });

/** Body of POST on the erasing of those who are proposed: each with the name that was shown. */
export const eraseProposedSchema = z.strictObject({
  reason: eraseSchema.shape.reason,
  people: z
    .array(z.strictObject({ id, name: eraseSchema.shape.name }))
    .min(1)
    .max(ERASED_AT_ONCE),
});

/** An inquiry with which nobody had to do for so long that it may go. */
export interface ProposedInquiry {
  id: string;
  /** As a heading has it: the entity's label where there is no name. */
  name: string;
  mobile: string | null;
  leadStatus: string | null;
  /** Whose it is. */
  assignedTo: string | null;
  /** ISO time. */
  lastContact: string;
}

export interface ProposalsPage {
  /** Months without contact after which inquiries are proposed; null where none are. */
  months: number | null;
  /** ISO time: who was heard of later is not proposed. */
  before: string;
  /** Those that were changed longest ago first. */
  people: ProposedInquiry[];
  /** Where the next page goes on; null where there is none. */
  next: string | null;
}

/** What became of one of them: how many records were erased, or why none was, as a sentence. */
export type ErasedOrNot = { id: string; erased: number } | { id: string; error: string };

export const PROPOSALS_PATH = '/api/erasure/proposals';
export const ERASE_PROPOSED_PATH = '/api/erasure/erase';

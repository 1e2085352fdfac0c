import { z } from 'zod';
import type { AnyRecord } from '../model/entity.ts';

/** What the screen Today has, each a list of its own. */
export const TODAY_PARTS = ['calls', 'interviews', 'contacts', 'uncalled', 'payments'] as const;
export type TodayPart = (typeof TODAY_PARTS)[number];

/** Mine: the user's own, and what nobody has. */
export const WHOSE = ['mine', 'everybody'] as const;
export type Whose = (typeof WHOSE)[number];

/** For so many days a website contact is new, the Indian day on which it came not counted. */
export const CONTACT_IS_NEW_DAYS = 14;

/** Rows of a part that are given at once, at most. */
export const TODAY_PAGE = 200;

export const todayListSchema = z.strictObject({
  part: z.enum(TODAY_PARTS),
  whose: z.enum(WHOSE),
  /** The place of the last row that is shown already; null for the first page. */
  after: z.strictObject({ at: z.string().max(40), id: z.string().max(100) }).nullable(),
  limit: z.int().min(1).max(TODAY_PAGE),
});

export interface TodayRow {
  entity: 'candidate' | 'inquiry' | 'contactInquiry';
  /** What the part is ordered by, as an ISO time: the next call, the interview, or since when it waits. */
  at: string;
  /** The fields that the row shows, those that the reader may see; long texts are cut. */
  record: AnyRecord;
  /** Texts shown for references, by field. */
  references: Record<string, string>;
  /** Whether the record has changes that are not on the server yet. */
  waiting: boolean;
}

export interface TodayPage {
  rows: TodayRow[];
  /** Whether there are further ones. */
  more: boolean;
}

/** How much there is of each part. */
export interface TodayCounts {
  calls: { overdue: number; today: number };
  interviews: number;
  contacts: number;
  uncalled: number;
  /** null where the reader may not see payments. */
  payments: number | null;
  /** ISO time at which they are others, though no record changes. */
  until: string;
}

interface ByEntity {
  candidates: number;
  inquiries: number;
}

/** The figures of the day, of everybody's work. */
export interface TodayFigures {
  overdue: ByEntity;
  today: ByEntity;
  /** Interviews of the day by the interviewer's name, most first; null for those without one. */
  interviews: { interviewer: string | null; count: number }[];
  /** What was added since the start of yesterday, in India. */
  fresh: ByEntity & { contacts: number };
  /** Payments that are not complete with a call due, and the rupees that are open; null where these may not be seen. */
  payments: { people: number; rupees: number } | null;
}

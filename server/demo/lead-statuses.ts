import type { LeadStatus } from '#shared/model/lead-status.ts';
import { Random } from './random.ts';
import { calendarOf, HISTORY_DAYS, recordBase, type DemoOptions } from './record-base.ts';

/** The ways a lead can stand, from the first message to admission or refusal. */
export const LEAD_STATUS_NAMES = [
  'New Lead',
  'Contacted',
  'Interested',
  'Call Back Later',
  'Demo Scheduled',
  'Demo Attended',
  'Fees Discussed',
  'Admission Done',
  'Next Batch',
  'Not Reachable',
  'Not Interested',
  'Wrong Number',
] as const;

export type LeadStatusName = (typeof LEAD_STATUS_NAMES)[number];

export function* demoLeadStatuses(options: DemoOptions) {
  const calendar = calendarOf(options);
  for (const [index, name] of LEAD_STATUS_NAMES.entries()) {
    const random = new Random(options.seed, 'lead status', index);
    const createdAt = calendar.time(-HISTORY_DAYS - 10, 660 + 2 * index);
    yield {
      ...recordBase(calendar, random, createdAt),
      updatedAt: createdAt,
      name,
    } satisfies Partial<LeadStatus>;
  }
}

import type { Inquiry } from '#shared/model/inquiry.ts';
import { callTime } from './candidate-progress.ts';
import { mobileDigits, writtenMobile } from './contact-details.ts';
import { inquiryNote } from './inquiry-notes.ts';
import { demoLeadStatuses, type LeadStatusName } from './lead-statuses.ts';
import { personName } from './names.ts';
import { place } from './places.ts';
import { Random, type Weighted } from './random.ts';
import { calendarOf, createdTime, recordBase, type CountedDemoOptions } from './record-base.ts';
import { atWork, teamOf } from './staff.ts';

type Lead = LeadStatusName;
type InterviewStatus = NonNullable<Inquiry['interviewStatus']>;

const internshipTypes: Weighted<NonNullable<Inquiry['internshipType']>> = [
  ['Full-Stack Development', 30],
  ['Front-End Development', 20],
  ['AI/ML', 18],
  ['Back-End Development', 12],
  ['DevOps', 8],
  ['Cloud Computing(AWS/Azure)', 8],
  ['Other', 4],
];

/** A fresh lead is new; an old one is decided. */
const freshLeads: Weighted<Lead> = [
  ['New Lead', 40],
  ['Contacted', 22],
  ['Interested', 16],
  ['Call Back Later', 10],
  ['Demo Scheduled', 8],
  ['Not Reachable', 4],
];
const olderLeads: Weighted<Lead> = [
  ['Contacted', 9],
  ['Interested', 13],
  ['Call Back Later', 9],
  ['Demo Scheduled', 4],
  ['Demo Attended', 9],
  ['Fees Discussed', 11],
  ['Admission Done', 17],
  ['Next Batch', 8],
  ['Not Reachable', 8],
  ['Not Interested', 10],
  ['Wrong Number', 2],
];

const FRESH_DAYS = 14;

/** No further call is due to somebody who has joined or said no. */
export const CLOSED_LEADS: ReadonlySet<Lead> = new Set(['Admission Done', 'Not Interested', 'Wrong Number']);
/** Leads that came far enough for a selection interview. */
const INTERVIEWED: ReadonlySet<Lead> = new Set(['Demo Attended', 'Fees Discussed', 'Next Batch']);

const admittedStatuses: Weighted<InterviewStatus> = [
  ['Cleared', 55],
  ['Offer Letter To Be Shared', 13],
  ['Offer Letter Sent', 15],
  ['Offer Letter Accepted', 17],
];
const interviewedStatuses: Weighted<InterviewStatus> = [
  ['Not Scheduled', 35],
  ['Scheduled', 32],
  ['Cleared', 20],
  ['Not Cleared', 13],
];

function interviewStatus(random: Random, lead: Lead): InterviewStatus {
  if (lead === 'Admission Done') return random.weighted(admittedStatuses);
  return INTERVIEWED.has(lead) ? random.weighted(interviewedStatuses) : 'Not Scheduled';
}

export type DemoInquiry = ReturnType<ReturnType<typeof inquiryMaker>>;

/** Makes inquiries by their place, the oldest first. Their lead statuses are those of `demoLeadStatuses`. */
export function inquiryMaker(options: CountedDemoOptions) {
  const calendar = calendarOf(options);
  const { hrs } = teamOf(options);
  const statusIds = new Map([...demoLeadStatuses(options)].map((status) => [status.name, status._id]));
  return (index: number) => {
    const random = new Random(options.seed, 'inquiry', index);
    const createdAt = createdTime(calendar, random, index, options.count);
    const isFresh = -calendar.dayOf(createdAt) <= FRESH_DAYS;
    const lead = random.weighted(isFresh ? freshLeads : olderLeads);
    const home = place(random);
    const name = personName(random, home.community);
    const isCallDue = !CLOSED_LEADS.has(lead) && random.chance(isFresh ? 0.85 : 0.45);
    const whose = new Random(options.seed, 'inquiry assignedTo', index);
    const internshipType = random.chance(0.97) ? random.weighted(internshipTypes) : null;
    return {
      ...recordBase(calendar, random, createdAt),
      Name: random.chance(0.12) ? name.first : name.full,
      mobile: writtenMobile(random, mobileDigits(options.seed, 'inquiry', index)),
      internshipType,
      interviewStatus: interviewStatus(random, lead),
      statusType: lead === 'Admission Done' || lead === 'Fees Discussed' ? 'Yes' : 'No',
      leadStatus: statusIds.get(lead) ?? null,
      notes: inquiryNote(random, lead, { first: name.first, city: home.city, internshipType }),
      nextCall: isCallDue ? callTime(random, calendar) : null,
      assignedTo: whose.chance(0.92) ? atWork(whose, hrs, 0)._id : null,
    } satisfies Partial<Inquiry>;
  };
}

import type { Activity } from '#shared/model/activity.ts';
import { demoInquiries } from './leads.ts';
import { demoLeadStatuses, type LeadStatusName } from './lead-statuses.ts';
import { OFFICE_CLOSES, OFFICE_OPENS } from './calendar.ts';
import { Random, type Weighted } from './random.ts';
import { calendarOf, recordId, type CountedDemoOptions } from './record-base.ts';
import { atWork, teamOf } from './staff.ts';

type Outcome = NonNullable<Activity['outcome']>;

/** The leads that are worked on: what was said to the older ones nobody asks any more. */
const NEWEST = 150;

const unreached: Weighted<Outcome> = [
  ['No answer', 50],
  ['Busy', 25],
  ['Switched off', 25],
];
/** How the last call ended, by what became of the lead. */
const outcomes: Readonly<Partial<Record<LeadStatusName, Outcome>>> = {
  'Not Reachable': 'No answer',
  'Call Back Later': 'Call back later',
  'Not Interested': 'Not interested',
  'Wrong Number': 'Wrong number',
  Contacted: 'Connected',
};

const notes: Readonly<Partial<Record<Outcome, readonly string[]>>> = {
  Connected: [
    'Told about the batches and the fee.',
    'Wants the syllabus by WhatsApp.',
    'Will talk to the parents first.',
  ],
  Interested: [
    'Wants to see a demo class.',
    'Asked about instalments.',
    'Will come to the office on Saturday.',
  ],
  'Call back later': ['In an exam until the evening.', 'Driving, asked to call after 6.'],
  'Not interested': ['Has joined elsewhere.'],
};

/** Calls to the newest of the inquiries, whose number `count` is; none to those that are new. */
export function* demoActivities(options: CountedDemoOptions) {
  const calendar = calendarOf(options);
  const names = new Map([...demoLeadStatuses(options)].map((status) => [status._id, status.name]));
  const { hrs } = teamOf(options);
  let index = -1;
  for (const inquiry of demoInquiries(options)) {
    index += 1;
    const lead = names.get(inquiry.leadStatus ?? '');
    if (index < options.count - NEWEST || lead === undefined || lead === 'New Lead') continue;
    const random = new Random(options.seed, 'activity', index);
    const first = calendar.dayOf(inquiry.createdAt);
    const calls = random.integer(1, 2);
    for (let call = 1; call <= calls; call += 1) {
      const day = random.integer(first, -1);
      const at = calendar.time(day, random.integer(OFFICE_OPENS, OFFICE_CLOSES));
      // The one that decided was the last.
      const outcome = call < calls ? random.weighted(unreached) : (outcomes[lead] ?? 'Interested');
      const said = notes[outcome];
      yield {
        _id: recordId(random, at),
        createdAt: at,
        updatedAt: at,
        candidate: null,
        inquiry: inquiry._id,
        kind: 'Call',
        outcome,
        note: said ? random.pick(said) : null,
        at,
        by: atWork(random, hrs, day)._id,
      } satisfies Partial<Activity>;
    }
  }
}

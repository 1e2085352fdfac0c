import type { Inquiry } from '#shared/model/inquiry.ts';
import type { LeadStatusName } from './lead-statuses.ts';
import type { Random } from './random.ts';
import { fill } from './sentences.ts';

/** Who the lead is, and what was asked: one of each at most, so that a note does not contradict itself. */
const who = [
  'From {city}.',
  'Final year student from {city}.',
  'Third year engineering, semester break starts soon.',
  'BCA passed out, looking for live project experience.',
  'MCA second year, college requires a six-month internship.',
  'Career gap of two years, wants to restart.',
  'Working in a call centre, wants to shift to IT.',
  'Diploma holder from {city}.',
] as const;

const asks = [
  'Asked for {type} internship details.',
  'Needs an internship certificate.',
  'Saw our post on Instagram.',
  'Came from the college seminar list.',
  'Got our number from a friend.',
  'Filled the form on the website.',
  'Wants to know stipend and duration.',
  'Prefers online mode.',
  'Prefers to come to the centre.',
  'Asked whether a laptop is compulsory.',
] as const;

const byLead: Readonly<Record<LeadStatusName, readonly string[]>> = {
  'New Lead': [
    'First call is to be done.',
    'Enquiry received yesterday evening, not yet called.',
    'Sent a hello message on WhatsApp, call pending.',
  ],
  Contacted: [
    'Spoke for five minutes, syllabus shared.',
    'Will discuss with parents and reply.',
    'Sent brochure, asked to call after college hours.',
  ],
  Interested: [
    'Very keen, asked about the next batch date.',
    'Wants to visit the centre on Saturday.',
    'Interested in {type}, comparing timings.',
    '{first} asked for the trainer profile.',
  ],
  'Call Back Later': [
    'Was travelling, asked to call later.',
    'In class now, call after 5 pm.',
    'Exams are going on, call once they are over.',
  ],
  'Demo Scheduled': [
    'Demo lecture link is shared.',
    'Will attend the Sunday demo with a friend.',
    'Confirmed for the demo at the centre.',
  ],
  'Demo Attended': [
    'Liked the demo, asked for placement records.',
    'Demo was good but wants a Hindi batch.',
    'Attended the demo, feedback form is positive.',
  ],
  'Fees Discussed': [
    'Asked for a discount on one-time payment.',
    'Three instalments are agreed in principle.',
    'Fee is fine, wants to start from the first of the month.',
    'EMI option explained.',
  ],
  'Admission Done': [
    'Admission form is filled, first payment received.',
    'Joined, batch group link is shared.',
    'Seat confirmed for {type}.',
  ],
  'Next Batch': [
    'Cannot join now, keep for the next batch.',
    'Will join after the semester exam.',
    'Waiting for the weekend batch to open.',
  ],
  'Not Reachable': [
    'Phone is switched off.',
    'Tried three times, no response.',
    'Incoming calls are barred on this number.',
  ],
  'Not Interested': [
    'Already joined another institute.',
    'Looking for a free internship only.',
    'Not planning any course at present.',
  ],
  'Wrong Number': ['Somebody else picked up, number is wrong.', 'Number belongs to a shop.'],
};

/** A note of one to three sentences that fits the lead's status; now and then none. */
export function inquiryNote(
  random: Random,
  lead: LeadStatusName,
  facts: { first: string; city: string; internshipType: Inquiry['internshipType'] },
): string | null {
  if (random.chance(0.07)) return null;
  const type =
    facts.internshipType === null || facts.internshipType === 'Other' ? 'IT' : facts.internshipType;
  const values = { first: facts.first, city: facts.city, type };
  const parts: string[] = [];
  if (lead !== 'Wrong Number') {
    if (random.chance(0.6)) parts.push(random.pick(who));
    if (random.chance(0.6)) parts.push(random.pick(asks));
  }
  parts.push(random.pick(byLead[lead]));
  return fill(parts.join(' '), values);
}

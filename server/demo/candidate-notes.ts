import type { Candidate } from '#shared/model/candidate.ts';
import { formatRupees } from '#shared/format/numbers.ts';
import type { Interview, Stage } from './candidate-progress.ts';
import type { Random } from './random.ts';
import { note } from './sentences.ts';

/** What was said on the last call, by stage. */
const discussions: Readonly<Record<Stage, readonly string[]>> = {
  enrolled: [
    '{first} has visited the centre with parents and liked the {course} syllabus.',
    'Explained the fee structure and the two-instalment option.',
    'Will join the {batch} batch once the semester exam is over.',
    'Asked whether placement support continues after six months; clarified that it does.',
    'Interested in the weekend batch also, will confirm by evening call.',
    'Currently in final year, asked for flexible timings on lab days.',
    'Shared brochure, syllabus PDF and location on WhatsApp.',
    'Comparing with one more institute, price is not the main concern.',
    'Laptop is available, internet at PG is sometimes slow.',
    'Asked for help with an education loan, sent the list of documents.',
  ],
  training: [
    'Attending regularly, mini project is half done.',
    'Missed three sessions due to family function, will cover from recordings.',
    'Trainer says concepts are clear but coding speed must improve.',
    'Requested a change from {batch} to an earlier batch.',
    'Wants extra practice sheets for {skill}.',
    'Very active in doubt sessions and helps other students.',
    'Internet issue at home town, advised to attend from the centre.',
    'Assignment submission is pending for two modules.',
    'Started preparing the resume, first draft will come by the weekend.',
    'Asked when mock interviews begin; told after the {skill} module.',
    'Handling the course along with a part-time job, so evening calls only.',
  ],
  interviewing: [
    'Mock interview went well, {skill} basics are strong.',
    'Please call after 6 pm, {first} is working in a day shift now.',
    'Ready to relocate to Pune, Bengaluru or Hyderabad.',
    'Notice period of 30 days in the current company, can be negotiated.',
    'Needs to improve communication, attending the spoken English session.',
    'Resume shared with two companies, feedback is awaited.',
    'Not comfortable with night shift, asked for day roles only.',
    'Expected package is a bit high for a fresher, counselled accordingly.',
    'Revised {skill} questions and cleared the aptitude test.',
    'Panel asked about the final year project, answers were average.',
    'Interested in {course} roles only, does not want support profile.',
    'Wants one more mock round before the client interview.',
  ],
  offered: [
    '{company} has confirmed selection, offer discussion is going on.',
    'Happy with the package of {ctc}, waiting for the written offer.',
    'Documents for background verification are being collected.',
    'Joining date will be confirmed by the {company} HR this week.',
    "Asked to negotiate the joining date due to a cousin's wedding.",
    'Has one more offer in hand but prefers {company}.',
    'Relieving letter from the earlier company is pending.',
    'Work location will be confirmed after induction.',
    'Informed that bond period is one year, {first} has agreed.',
    'Salary breakup explained on call, no further query.',
  ],
  placed: [
    'Joined {company}, induction is over.',
    'Happy with the team and the {course} project.',
    'Agreed to give a testimonial and a short video.',
    'Will refer two juniors from the same college.',
    'Joining bonus received with the first salary.',
    'Working from the {city} office, hybrid for three days a week.',
    'Completed one month, manager feedback is good.',
    'Thanked the placement team, sweets were sent to the centre.',
    'Agreed to take one session for freshers on interview preparation.',
  ],
  inactive: [
    'Phone is switched off, tried on two different days.',
    'Preparing for a government exam, will come back next year.',
    'Got a job through a family contact, not looking for placement now.',
    'Asked to hold the admission because of a health issue at home.',
    'Shifted to home town, may continue in the online batch.',
    'Going for higher studies, refund is not requested.',
    'Did not pick up, message sent on WhatsApp.',
    'Stopped attending after the first month, no reply to mails.',
    'Says timing does not suit with the current job.',
  ],
};

/** What the trainer or interviewer says of the candidate, by interview status. */
const remarks: Readonly<Record<NonNullable<Candidate['interviewStatus']>, readonly string[]>> = {
  'Not Scheduled': [
    'Basics to be checked after the {skill} module.',
    'Good attitude, needs practice.',
    'Should complete the project before a mock interview.',
    'Sincere student, attendance is above 85%.',
    'Foundation test is pending.',
  ],
  Scheduled: [
    'Invite shared on mail and WhatsApp.',
    'To be asked on {skill} and the project.',
    'Please check coding on a shared screen.',
    'Second round, first round feedback was positive.',
    'Reminder call to be done one hour before.',
  ],
  Cleared: [
    'Strong in {skill}, explained the project with clarity.',
    'Good problem solving, can be sent for client interviews.',
    'Confident and to the point.',
    'Solved both coding questions within time.',
    'SQL joins were perfect, API part can be better.',
  ],
  'Not Cleared': [
    'Could not write a simple program in {skill}.',
    'Theory is fine but no hands-on practice seen.',
    'Needs two weeks of revision, then one more round.',
    'Project looks copied, could not explain the flow.',
    'Communication is weak, answers were very short.',
  ],
  'Not Answered': [
    'Called twice to fix the slot, no answer.',
    'Ringing but not picked up.',
    'Number not reachable, mail sent.',
    'Busy on another call, asked to try later.',
  ],
  'Offer Letter To Be Shared': [
    'Final round cleared, HR of {company} will share the letter.',
    'Selected, salary discussion is over.',
    'Documents are verified, letter is in approval.',
  ],
  'Offer Letter Sent': [
    'Letter sent by {company} on mail, acceptance is awaited.',
    'To reply within three working days.',
    'Asked one query on the probation clause.',
  ],
  'Offer Letter Accepted': [
    'Accepted the offer of {company}.',
    'Signed copy received and filed.',
    'Joining formalities explained.',
    'Good performer all through the course.',
  ],
  'Not join meet': [
    'Waited for 15 minutes on the link, did not join.',
    'Power cut at home as per the message, to be rescheduled.',
    'Did not join and did not inform.',
    'Joined without audio and left, call again.',
  ],
};

/** What the office keeps in mind. */
const officeNotes = [
  'Fee agreed at {fee}.',
  'Came through a batchmate.',
  'Prefers WhatsApp over calls.',
  'Staying in a PG near the centre.',
  'Speaks Hindi, English and the local language.',
  "Needs the invoice in the father's name.",
  'Has a gap of one year, reason noted in the form.',
  'Eligible for the early-bird discount.',
  'Concession of {concession} approved by the manager.',
  'Parent contact is on the admission form.',
  'LinkedIn profile to be improved.',
  'GitHub has three good projects.',
  'Wants a receipt for every instalment.',
  'Can join within a week of selection.',
  'Has own vehicle, can travel within {city}.',
  'Interested in {skill} certification later.',
] as const;

const onPayment: Readonly<Record<NonNullable<Candidate['paymentStatus']>, readonly string[]>> = {
  'Not Paid': [
    'First instalment is promised for next week.',
    'Father will transfer the first instalment after salary credit.',
    'Payment link shared again.',
  ],
  'Partially Paid': [
    'Instalment reminder given, will pay in the first week of the month.',
    'Balance to be paid by UPI.',
    'Balance after placement as agreed with the manager.',
    'Last receipt sent on WhatsApp.',
  ],
  'Fully Paid': ['No dues.', 'Paid in full, receipt shared.', 'Full payment done by UPI.'],
};

const onDocuments: Readonly<Record<NonNullable<Candidate['docsCollected']>, readonly string[]>> = {
  Yes: ['Aadhaar and mark sheets are submitted.', 'Original documents are checked and returned.'],
  No: ['Mark sheets are still to be submitted.', 'Will bring the documents on the next visit.'],
};

export type Notes = Pick<Candidate, 'discussion' | 'remarks' | 'notes'>;

export interface NoteFacts {
  stage: Stage;
  first: string;
  city: string;
  course: string;
  coreskill: string;
  batchTime: string | null;
  fee: number | null;
  paymentStatus: NonNullable<Candidate['paymentStatus']>;
  docsCollected: NonNullable<Candidate['docsCollected']>;
  company: string | null;
  ctc: string | null;
  interviewStatus: Interview['interviewStatus'];
}

/** Discussion, remarks and notes that say nothing the other fields deny. */
export function candidateNotes(random: Random, facts: NoteFacts): Notes {
  const values = {
    first: facts.first,
    city: facts.city,
    course: facts.course === 'Other' ? 'certification' : facts.course,
    skill: random.pick(facts.coreskill.split(', ')),
    batch: batchName(facts.batchTime),
    fee: facts.fee === null ? 'the listed rate' : formatRupees(facts.fee),
    concession: formatRupees(500 * random.integer(2, 8)),
    company: facts.company ?? '',
    ctc: facts.ctc ?? '',
  };
  const status = facts.interviewStatus ?? 'Not Scheduled';
  return {
    discussion: random.chance(0.95)
      ? note(random, discussions[facts.stage], random.integer(1, 3), values)
      : null,
    remarks: random.chance(0.9) ? note(random, remarks[status], random.integer(1, 2), values) : null,
    notes: random.chance(0.86) ? officeNote(random, facts, values) : null,
  };
}

/** `8:00 am` or `weekend`: the batch as people call it. */
function batchName(batchTime: string | null): string {
  if (batchTime === null) return 'morning';
  return batchTime.startsWith('Weekend') ? 'weekend' : (batchTime.split(' - ')[0] ?? batchTime);
}

function officeNote(random: Random, facts: NoteFacts, values: Readonly<Record<string, string>>): string {
  const parts = [note(random, officeNotes, random.integer(1, 2), values)];
  if (random.chance(0.4)) parts.push(random.pick(onPayment[facts.paymentStatus]));
  if (random.chance(0.25)) parts.push(random.pick(onDocuments[facts.docsCollected]));
  return parts.join(' ');
}

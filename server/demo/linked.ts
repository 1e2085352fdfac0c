import { CONTACTS, plainContacts } from './contacts.ts';
import { inquiryMaker, type DemoInquiry } from './inquiries.ts';
import { demoLeadStatuses } from './lead-statuses.ts';
import { Random } from './random.ts';
import { calendarOf, createdTime, recordId, type DemoOptions } from './record-base.ts';

/** Messages that were taken over, by their place. */
const TAKEN = [6, 13, 19, 24, 29, 34, 38, 41];
/** Inquiries that were enrolled are looked for from these shares of all inquiries on. */
const ENROLLED = [0.3, 0.42, 0.5, 0.58, 0.64, 0.7, 0.75, 0.8];
/** So many are looked at for each. */
const REACH = 30;
/** So much later a candidate is than the inquiry, as a share of all: some days. */
const LATER = 0.03;

interface Contact {
  _id: string;
  name: string;
  mobile: string;
}

/** What of the demo data came from what, by the places of the records. */
export interface DemoLinks {
  /** Of a message: the inquiry that it became. */
  inquiryOf: ReadonlyMap<number, DemoInquiry>;
  /** Of an inquiry: the message that it was. */
  contactOf: ReadonlyMap<number, Contact>;
  /** Of an inquiry: the id of the candidate that it became. */
  candidateOf: ReadonlyMap<number, string>;
  /** Of a candidate: the inquiry that it was. */
  enrolled: ReadonlyMap<number, DemoInquiry>;
}

/** The links among demo records; none where it is not said how many there are. */
export function linksOf(options: DemoOptions): DemoLinks {
  const inquiryOf = new Map<number, DemoInquiry>();
  const contactOf = new Map<number, Contact>();
  const candidateOf = new Map<number, string>();
  const enrolled = new Map<number, DemoInquiry>();
  const links = { inquiryOf, contactOf, candidateOf, enrolled };
  const { counts } = options;
  if (!counts) return links;
  const make = inquiryMaker({ ...options, count: counts.inquiries });
  const contacts = [...plainContacts(options)];
  for (const index of TAKEN) {
    const place = Math.ceil(((index + 1) / CONTACTS) * counts.inquiries) + 1;
    const contact = contacts[index];
    if (!contact || place >= counts.inquiries) continue;
    inquiryOf.set(index, make(place));
    contactOf.set(place, contact);
  }
  const done = [...demoLeadStatuses(options)].find(({ name }) => name === 'Admission Done')?._id;
  for (const share of ENROLLED) {
    const from = Math.floor(share * counts.inquiries);
    for (let index = from; index < Math.min(from + REACH, counts.inquiries); index += 1) {
      const inquiry = make(index);
      const place = Math.ceil((index / counts.inquiries + LATER) * counts.candidates);
      const isFree = !contactOf.has(index) && !candidateOf.has(index) && !enrolled.has(place);
      // Who gave the first name alone has no candidate of the whole name.
      const fits = inquiry.leadStatus === done && inquiry.Name.includes(' ');
      if (!isFree || !fits || place >= counts.candidates) continue;
      candidateOf.set(index, candidateId(options, place, counts.candidates));
      enrolled.set(place, inquiry);
      break;
    }
  }
  return links;
}

/** The id that the generator of the candidates gives to the one at this place. */
function candidateId(options: DemoOptions, index: number, count: number): string {
  const random = new Random(options.seed, 'candidate', index);
  return recordId(random, createdTime(calendarOf(options), random, index, count));
}

import type { ContactInquiry } from '#shared/model/contact-inquiry.ts';
import type { Inquiry } from '#shared/model/inquiry.ts';
import { plainContacts, TAKEN_NOTE } from './contacts.ts';
import { inquiryMaker } from './inquiries.ts';
import { linksOf } from './linked.ts';
import { Random } from './random.ts';
import type { CountedDemoOptions, DemoOptions } from './record-base.ts';
import { atWork, teamOf } from './staff.ts';

/** The messages before these came while nobody had any in turn. */
const ASSIGNED_FROM = 30;

/** Inquiries, the oldest first, one at a time; some came from the website, and some were enrolled. */
export function* demoInquiries(options: CountedDemoOptions) {
  const make = inquiryMaker(options);
  const links = linksOf(options);
  for (let index = 0; index < options.count; index += 1) {
    const contact = links.contactOf.get(index);
    const enrolledAs = links.candidateOf.get(index) ?? null;
    const record = { ...make(index), enrolledAs, contact: contact?._id ?? null };
    yield (
      contact ? { ...record, Name: contact.name, mobile: contact.mobile } : record
    ) satisfies Partial<Inquiry>;
  }
}

/** Messages of the website, some of them taken over into inquiries. */
export function* demoContacts(options: DemoOptions) {
  const { inquiryOf } = linksOf(options);
  const { hrs } = teamOf(options);
  let index = 0;
  for (const contact of plainContacts(options)) {
    const taken = inquiryOf.get(index);
    const random = new Random(options.seed, 'contact assignedTo', index);
    yield {
      ...contact,
      notes: taken ? TAKEN_NOTE : contact.notes === TAKEN_NOTE ? null : contact.notes,
      assignedTo: taken?.assignedTo ?? (index >= ASSIGNED_FROM ? atWork(random, hrs, 0)._id : null),
      inquiry: taken?._id ?? null,
    } satisfies Partial<ContactInquiry>;
    index += 1;
  }
}

import type { ContactInquiry } from '#shared/model/contact-inquiry.ts';
import { EmailAddresses, mobileDigits, writtenMobile } from './contact-details.ts';
import { courses, courseWeights } from './courses.ts';
import { personName } from './names.ts';
import { place } from './places.ts';
import { Random } from './random.ts';
import { calendarOf, createdTime, recordBase, type DemoOptions } from './record-base.ts';
import { fill } from './sentences.ts';

export const CONTACTS = 48;

const messages = [
  'Hello, I want to know the fees and duration of the {course} course. Please call me in the evening.',
  'I have completed my graduation this year. Do you provide placement after {course} training?',
  'Please share the syllabus of {course} and the next batch date.',
  'I am working in a BPO and want to shift to IT. Which course will be better for me?',
  'Do you have a branch in {city}? If not, are the online classes live or recorded?',
  'Kindly send me the details of the internship with certificate. I am in my final year.',
  'We are a college in {city} and would like to arrange a campus seminar on {skill} for our students.',
  'My son has cleared his 12th and is interested in computers. Is there any basic course?',
  'I had applied for the {course} job opening on your website. Please tell me the status.',
  'Is there any discount if three friends join the {course} batch together?',
  'Can I attend one free demo of {skill} before paying the fees?',
  'We are hiring freshers with {skill} knowledge. Please share suitable profiles.',
  'I paid the registration amount but did not receive the receipt by mail. Please check.',
  'Do you give EMI option for {course}? What documents are needed?',
  'I have 3 years of experience in testing and want to learn {skill}. Weekend batch please.',
] as const;

export const TAKEN_NOTE = 'Moved to the inquiry list.';
const officeNotes = [
  'Called, details shared on WhatsApp.',
  TAKEN_NOTE,
  'No answer, will try again.',
  'Replied by mail with the brochure.',
  'Receipt sent again.',
  'Demo seat blocked for Sunday.',
  'Forwarded to the placement team.',
  'Asked to visit the centre.',
] as const;

/** Messages of the public website's contact form; the latest ones have no note yet. */
export function* plainContacts(options: DemoOptions) {
  const calendar = calendarOf(options);
  const addresses = new EmailAddresses();
  for (let index = 0; index < CONTACTS; index += 1) {
    const random = new Random(options.seed, 'contact', index);
    const home = place(random);
    const name = personName(random, home.community);
    const course = random.weighted(courseWeights);
    const isNew = index >= CONTACTS - 5;
    yield {
      ...recordBase(calendar, random, createdTime(calendar, random, index, CONTACTS)),
      name: name.full,
      email: addresses.next(random, name),
      mobile: writtenMobile(random, mobileDigits(options.seed, 'contact', index)),
      message: fill(random.pick(messages), {
        course: course === 'Other' ? 'software testing' : course,
        city: home.city,
        skill: random.pick(courses[course].skills),
      }),
      notes: isNew || random.chance(0.2) ? null : random.pick(officeNotes),
    } satisfies Partial<ContactInquiry>;
  }
}

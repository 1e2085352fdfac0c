import type { DataLink } from '#shared/model/data-link.ts';
import { Random } from './random.ts';
import { calendarOf, createdTime, recordBase, type DemoOptions } from './record-base.ts';

/** Saved links of the office; some without a scheme, as people paste them. All lead to reserved domains. */
const links: readonly (readonly [purpose: string, link: string])[] = [
  ['Admission form for new candidates', 'https://forms.example.com/admission'],
  ['Fee receipts of this year', 'https://drive.example.com/accounts/fee-receipts'],
  ['Full Stack syllabus PDF', 'https://drive.example.com/syllabus/full-stack.pdf'],
  ['Java syllabus PDF', 'https://drive.example.com/syllabus/java.pdf'],
  ['AI/ML syllabus PDF', 'https://drive.example.com/syllabus/ai-ml.pdf'],
  ['DevOps and Cloud syllabus PDF', 'https://drive.example.com/syllabus/devops-cloud.pdf'],
  ['Batch time table', 'sheets.example.com/batch-time-table'],
  ['Trainer leave calendar', 'calendar.example.com/trainers'],
  ['Resume templates for freshers', 'https://drive.example.com/placement/resume-templates'],
  ['Mock interview question bank', 'https://drive.example.com/placement/question-bank'],
  ['Campus drive checklist', 'sheets.example.com/campus-drive-checklist'],
  ['College seminar contacts', 'https://sheets.example.com/college-seminars'],
  ['Demo lecture recordings', 'https://video.example.org/demo-lectures'],
  ['Aptitude test for candidates', 'https://tests.example.org/aptitude'],
  ['Coding test for candidates', 'https://tests.example.org/coding'],
  ['Offer letter scans', 'https://drive.example.com/placement/offer-letters'],
  ['Testimonials and photos', 'photos.example.com/testimonials'],
  ['Social media post designs', 'https://design.example.com/social-posts'],
  ['Certificate generator', 'https://certificates.example.com/new'],
  ['Student feedback form', 'https://forms.example.com/feedback'],
  ['Internship project list', 'sheets.example.com/internship-projects'],
  ['Company policy for staff', 'https://drive.example.com/hr/policy.pdf'],
  ['Holiday list', 'https://drive.example.com/hr/holidays.pdf'],
  ['Vendor and rent agreements', 'https://drive.example.com/accounts/agreements'],
  ['Job fair registrations', 'https://forms.example.com/job-fair'],
  ['EMI partner portal', 'https://loans.example.net/partner'],
];

export function* demoLinks(options: DemoOptions) {
  const calendar = calendarOf(options);
  for (const [index, [purpose, link]] of links.entries()) {
    const random = new Random(options.seed, 'data link', index);
    yield {
      ...recordBase(calendar, random, createdTime(calendar, random, index, links.length)),
      purpose,
      link,
    } satisfies Partial<DataLink>;
  }
}

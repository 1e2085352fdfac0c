import type { HrRecord } from '#shared/model/hr-record.ts';
import {
  EmailAddresses,
  linkedInAddress,
  mobileDigits,
  plainWord,
  webName,
  writtenMobile,
} from './contact-details.ts';
import { company } from './companies.ts';
import { courses, courseWeights, type Course } from './courses.ts';
import { personName } from './names.ts';
import { officeAddress, place } from './places.ts';
import { Random } from './random.ts';
import { calendarOf, createdTime, recordBase, type DemoOptions } from './record-base.ts';
import { note } from './sentences.ts';

const HR_RECORDS = 72;

const designations = [
  'HR Executive',
  'Senior HR Executive',
  'HR Manager',
  'Talent Acquisition Specialist',
  'Technical Recruiter',
  'HR Business Partner',
  'Campus Recruitment Lead',
  'Talent Acquisition Manager',
] as const;

const rolesByCourse: Readonly<Record<Course, readonly string[]>> = {
  Frontend: ['React Developer', 'Frontend Developer', 'Angular Developer'],
  Backend: ['Backend Developer', '.NET Developer', 'Node.js Developer'],
  'Full Stack': ['Full Stack Developer', 'MERN Stack Developer', 'Software Engineer Trainee'],
  DevOps: ['DevOps Engineer', 'Build and Release Engineer'],
  'AI/ML': ['Data Analyst', 'Machine Learning Engineer', 'Python Developer'],
  Cloud: ['Cloud Support Engineer', 'AWS Engineer'],
  'Web Design': ['UI Designer', 'Web Designer'],
  JAVA: ['Java Developer', 'Spring Boot Developer', 'Associate Software Engineer'],
  Other: ['Manual Tester', 'Automation Test Engineer', 'IT Support Executive'],
};

const notes = [
  'Hires twice a year, mostly in January and July.',
  'Prefers candidates with a live project.',
  'Asked for ten profiles of {role}.',
  'Interview is in two rounds: technical and HR.',
  'Bond of one year, package is revised after six months.',
  'Replies on mail only, calls between 3 pm and 5 pm.',
  'Met at the {city} job fair.',
  'Wants immediate joiners.',
  'Took three of our candidates last year, feedback was good.',
  'Written aptitude test is compulsory.',
  'Work from office, all five days.',
  'Open to freshers if {skill} is strong.',
] as const;

/** HR contacts of invented companies. */
export function* demoHrRecords(options: DemoOptions) {
  const calendar = calendarOf(options);
  const addresses = new EmailAddresses();
  for (let index = 0; index < HR_RECORDS; index += 1) {
    const random = new Random(options.seed, 'HR record', index);
    const where = place(random);
    const name = personName(random, where.community);
    const employer = company(random);
    const course = random.weighted(courseWeights);
    const jobRoles = random.several(rolesByCourse[course], random.integer(1, 3));
    const skillsRequired = random.several(courses[course].skills, random.integer(2, 5));
    yield {
      ...recordBase(calendar, random, createdTime(calendar, random, index, HR_RECORDS)),
      hrName: name.full,
      designation: random.pick(designations),
      personalEmail: random.chance(0.7) ? addresses.next(random, name) : null,
      companyEmail: `${plainWord(name.first)}.${plainWord(name.last)}@${employer.domain}`,
      personalPhone: writtenMobile(random, mobileDigits(options.seed, 'company', index)),
      officePhone: random.chance(0.6)
        ? `0${random.pick([20, 22, 40, 44, 80])}-2${random.integer(100_0000, 999_9999)}`
        : null,
      personalLinkedIn: random.chance(0.75) ? linkedInAddress(webName(random, name)) : null,
      companyLinkedIn: `https://linkedin.example.com/company/${employer.domain.split('.')[0]}`,
      companyName: employer.name,
      companyWebsite: employer.website,
      companyAddress: officeAddress(random, where),
      industry: employer.industry,
      companySize: random.pick(['1-10', '11-50', '51-200', '201-500', '501-1000', '1000+'] as const),
      hiringStatus: random.weighted([
        ['Hiring', 62],
        ['On Hold', 22],
        ['Not Hiring', 16],
      ]),
      jobRoles,
      jobType: random.weighted([
        ['Full-time', 62],
        ['Internship', 16],
        ['Contract', 9],
        ['Remote', 9],
        ['Part-time', 4],
      ]),
      experience: random.weighted([
        ['Fresher', 44],
        ['0-1 years', 22],
        ['1-3 years', 20],
        ['3-5 years', 9],
        ['5-10 years', 4],
        ['10+ years', 1],
      ]),
      skillsRequired,
      notes: random.chance(0.85)
        ? note(random, notes, random.integer(1, 2), {
            role: jobRoles[0] ?? 'developers',
            city: where.city,
            skill: skillsRequired[0] ?? 'programming',
          })
        : null,
    } satisfies Partial<HrRecord>;
  }
}

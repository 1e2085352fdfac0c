import type { Job } from '#shared/model/job.ts';
import { Random } from './random.ts';
import { calendarOf, createdTime, recordBase, type DemoOptions } from './record-base.ts';

interface Posting {
  title: string;
  location: string;
  type: string;
  experience: string;
  education: string;
  description: string;
  responsibilities: string[];
  skills: string[];
  requiredSkills: string[];
}

const degree = "Bachelor's degree in Computer Science, IT or equivalent";

const postings: readonly Posting[] = [
  {
    title: 'React Developer',
    location: 'Pune',
    type: 'Full-time',
    experience: '1-3 years',
    education: degree,
    description: 'Build and maintain screens of our candidate portal together with design and backend.',
    responsibilities: [
      'Write accessible components',
      'Review code of juniors',
      'Fix issues reported by the support team',
      'Keep page load under two seconds',
    ],
    skills: ['React', 'TypeScript', 'CSS', 'Git'],
    requiredSkills: ['React', 'JavaScript'],
  },
  {
    title: 'Full Stack Trainer',
    location: 'Pune',
    type: 'Full-time',
    experience: '3-5 years',
    education: degree,
    description: 'Take two batches a day, plan projects and prepare candidates for interviews.',
    responsibilities: [
      'Conduct classroom and online lectures',
      'Prepare assignments',
      'Take mock interviews',
      'Give weekly progress to the counsellor',
    ],
    skills: ['React', 'Node.js', 'SQL', 'Teaching'],
    requiredSkills: ['Full stack project experience', 'Good communication'],
  },
  {
    title: 'HR Executive',
    location: 'Pune',
    type: 'Full-time',
    experience: '0-1 years',
    education: 'Any graduate, MBA (HR) preferred',
    description: 'Handle inquiries, follow-up calls and interview coordination.',
    responsibilities: [
      'Call new leads within the day',
      'Keep follow-ups up to date',
      'Fix interview slots',
      'Collect documents',
    ],
    skills: ['Communication', 'MS Excel', 'Coordination'],
    requiredSkills: ['English, Hindi and Marathi'],
  },
  {
    title: 'Java Developer',
    location: 'Bengaluru',
    type: 'Full-time',
    experience: '1-3 years',
    education: degree,
    description: 'Work on Spring Boot services of a logistics product with a team of eight.',
    responsibilities: ['Design REST APIs', 'Write unit tests', 'Support releases every fortnight'],
    skills: ['Core Java', 'Spring Boot', 'MySQL', 'JUnit'],
    requiredSkills: ['Core Java', 'Spring Boot'],
  },
  {
    title: 'DevOps Engineer',
    location: 'Hyderabad',
    type: 'Full-time',
    experience: '3-5 years',
    education: degree,
    description: 'Own build pipelines and cloud infrastructure of three client projects.',
    responsibilities: [
      'Maintain CI/CD pipelines',
      'Watch cloud cost',
      'Automate backups',
      'Be on call one week a month',
    ],
    skills: ['AWS', 'Docker', 'Kubernetes', 'Terraform', 'Linux'],
    requiredSkills: ['Docker', 'AWS', 'Linux'],
  },
  {
    title: 'Python and AI Intern',
    location: 'Remote',
    type: 'Internship',
    experience: 'Fresher',
    education: 'Final year or passed out, any stream',
    description:
      'Six-month internship on data cleaning, dashboards and small models, with certificate and stipend.',
    responsibilities: ['Clean data sets', 'Build notebooks and reports', 'Present results every Friday'],
    skills: ['Python', 'Pandas', 'SQL'],
    requiredSkills: ['Basic Python'],
  },
  {
    title: 'Placement Coordinator',
    location: 'Pune',
    type: 'Full-time',
    experience: '1-3 years',
    education: 'Any graduate',
    description: 'Bring openings from companies and match them with trained candidates.',
    responsibilities: [
      'Meet HR teams of companies',
      'Share profiles',
      'Track offers and joining dates',
      'Arrange campus drives',
    ],
    skills: ['Networking', 'Presentation', 'Negotiation'],
    requiredSkills: ['Own vehicle', 'Good communication'],
  },
  {
    title: '.NET Developer',
    location: 'Mumbai',
    type: 'Contract',
    experience: '3-5 years',
    education: degree,
    description: 'Twelve-month contract to extend an insurance claims system.',
    responsibilities: ['Develop Web APIs', 'Tune stored procedures', 'Write technical notes'],
    skills: ['.NET Core', 'C#', 'SQL Server', 'Azure'],
    requiredSkills: ['.NET Core', 'SQL Server'],
  },
  {
    title: 'UI/UX Designer',
    location: 'Ahmedabad',
    type: 'Full-time',
    experience: '1-3 years',
    education: 'Any graduate with a portfolio',
    description: 'Design web and mobile screens from the first sketch to the final hand-over.',
    responsibilities: ['Talk to users', 'Draw flows and wireframes', 'Keep the design library in order'],
    skills: ['Figma', 'Prototyping', 'HTML', 'CSS'],
    requiredSkills: ['Figma', 'Portfolio of three projects'],
  },
  {
    title: 'Software Test Engineer',
    location: 'Chennai',
    type: 'Full-time',
    experience: '0-1 years',
    education: degree,
    description: 'Manual and automation testing of a web product for schools.',
    responsibilities: ['Write test cases', 'Report and follow up defects', 'Automate regression tests'],
    skills: ['Manual testing', 'Selenium', 'Java', 'SQL'],
    requiredSkills: ['Test case writing', 'Basic SQL'],
  },
  {
    title: 'Cloud Support Associate',
    location: 'Noida',
    type: 'Full-time',
    experience: 'Fresher',
    education: degree,
    description: 'First-line support for cloud customers in rotational shifts, training is provided.',
    responsibilities: [
      'Reply to tickets in time',
      'Escalate with full details',
      'Write knowledge base articles',
    ],
    skills: ['Linux', 'Networking', 'AWS'],
    requiredSkills: ['Linux basics', 'English communication'],
  },
  {
    title: 'Digital Marketing Executive',
    location: 'Pune',
    type: 'Part-time',
    experience: '1-3 years',
    education: 'Any graduate',
    description: 'Plan and post our campaigns and bring quality leads for new batches.',
    responsibilities: ['Plan the monthly calendar', 'Run campaigns', 'Report leads and cost every week'],
    skills: ['SEO', 'Social media', 'Canva', 'Google Ads'],
    requiredSkills: ['Two live campaigns done'],
  },
];

/** Job postings, in the order in which the website shows them. */
export function* demoJobs(options: DemoOptions) {
  const calendar = calendarOf(options);
  for (const [index, posting] of postings.entries()) {
    const random = new Random(options.seed, 'job', index);
    yield {
      ...recordBase(calendar, random, createdTime(calendar, random, index, postings.length)),
      ...posting,
      email: 'careers@example.com',
      order: index + 1,
    } satisfies Partial<Job>;
  }
}

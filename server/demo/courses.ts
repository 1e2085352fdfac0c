import type { Candidate } from '#shared/model/candidate.ts';
import type { Weighted } from './random.ts';

/** What the demo institute teaches. */

export type Course = NonNullable<Candidate['enrolledCourse']>[number];

export interface CourseOffer {
  /** Lowest and highest fee in rupees. */
  fee: readonly [number, number];
  trainingTimes: readonly string[];
  skills: readonly string[];
  trainers: readonly string[];
}

export const courses: Readonly<Record<Course, CourseOffer>> = {
  Frontend: {
    fee: [28_000, 45_000],
    trainingTimes: ['3 months', '4 months', '100 days'],
    skills: [
      'React',
      'JavaScript',
      'TypeScript',
      'HTML',
      'CSS',
      'Redux',
      'Angular',
      'Tailwind CSS',
      'Next.js',
    ],
    trainers: ['Ninad Joglekar', 'Sowmya Bhat'],
  },
  Backend: {
    fee: [32_000, 52_000],
    trainingTimes: ['4 months', '120 days', '5 months'],
    skills: [
      'Node.js',
      'Express',
      '.NET Core',
      'C#',
      'SQL Server',
      'MongoDB',
      'PostgreSQL',
      'REST APIs',
      'Python',
    ],
    trainers: ['Debjit Kundu', 'Ketan Vyas'],
  },
  'Full Stack': {
    fee: [45_000, 75_000],
    trainingTimes: ['6 months', '5 months', '180 days'],
    skills: ['React', 'Node.js', 'MongoDB', 'Express', 'SQL', '.NET Core', 'TypeScript', 'Docker', 'Git'],
    trainers: ['Ninad Joglekar', 'Ketan Vyas', 'Sowmya Bhat'],
  },
  DevOps: {
    fee: [38_000, 60_000],
    trainingTimes: ['4 months', '3 months', '120 days'],
    skills: [
      'Docker',
      'Kubernetes',
      'Jenkins',
      'Terraform',
      'Linux',
      'AWS',
      'Ansible',
      'GitHub Actions',
      'Prometheus',
    ],
    trainers: ['Lokesh Mathur'],
  },
  'AI/ML': {
    fee: [50_000, 85_000],
    trainingTimes: ['6 months', '7 months', '180 days'],
    skills: [
      'Python',
      'Pandas',
      'NumPy',
      'Scikit-learn',
      'TensorFlow',
      'PyTorch',
      'NLP',
      'Statistics',
      'Power BI',
    ],
    trainers: ['Indhu Natarajan', 'Debjit Kundu'],
  },
  Cloud: {
    fee: [35_000, 58_000],
    trainingTimes: ['3 months', '4 months', '90 days'],
    skills: [
      'AWS',
      'Azure',
      'EC2 and S3',
      'IAM',
      'Lambda',
      'CloudFormation',
      'Linux',
      'Networking',
      'Azure DevOps',
    ],
    trainers: ['Lokesh Mathur', 'Indhu Natarajan'],
  },
  'Web Design': {
    fee: [25_000, 38_000],
    trainingTimes: ['2 months', '3 months', '75 days'],
    skills: ['Figma', 'HTML', 'CSS', 'Bootstrap', 'Photoshop', 'WordPress', 'JavaScript', 'UI design'],
    trainers: ['Sowmya Bhat', 'Anagha Limaye'],
  },
  JAVA: {
    fee: [35_000, 55_000],
    trainingTimes: ['5 months', '6 months', '150 days'],
    skills: [
      'Core Java',
      'Spring Boot',
      'Hibernate',
      'MySQL',
      'Microservices',
      'JSP and Servlets',
      'JUnit',
      'Maven',
    ],
    trainers: ['Ramesh Govindan', 'Anagha Limaye'],
  },
  Other: {
    fee: [25_000, 40_000],
    trainingTimes: ['2 months', '3 months', '45 days'],
    skills: [
      'Manual testing',
      'Selenium',
      'Salesforce',
      'Tally',
      'Advanced Excel',
      'SAP FICO',
      'Digital marketing',
    ],
    trainers: ['Anagha Limaye', 'Ramesh Govindan'],
  },
};

export const courseWeights: Weighted<Course> = [
  ['Full Stack', 28],
  ['Frontend', 16],
  ['JAVA', 15],
  ['AI/ML', 11],
  ['Backend', 9],
  ['DevOps', 8],
  ['Cloud', 6],
  ['Web Design', 4],
  ['Other', 3],
];

export const batchTimes = [
  '8:00 am - 10:00 am',
  '10:00 am - 12:00 pm',
  '12:30 pm - 2:30 pm',
  '3:00 pm - 5:00 pm',
  '6:30 pm - 8:30 pm',
  'Weekend, 10:00 am - 2:00 pm',
] as const;

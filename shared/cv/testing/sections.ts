import type { Chance } from './chance.ts';
import { landline, mobileDigits, personalEmail, writtenMobile } from './contact.ts';
import { college, named, PLACES, school, UNIVERSITIES, type Named, type Place } from './people.ts';

/** A part of a CV: its heading and lines. */
export interface Section {
  heading: string;
  lines: string[];
}

const DEGREES = [
  'B.E. (Computer Engineering)',
  'B.Tech in Information Technology',
  'B.Tech (CSE)',
  'Bachelor of Engineering in Electronics & Telecommunication',
  'BCA',
  'B.Sc. (Computer Science)',
  'Bachelor of Technology - Mechanical Engineering',
  'MCA',
  'Master of Computer Applications',
  'B.Com',
  'MBA (Marketing)',
  'Diploma in Computer Technology',
  'M.Sc. IT',
  'B.C.S.',
];

export interface Studies {
  section: Section;
  college: string;
  /** Null where it is none of the values of the field. */
  year: string | null;
  place: Place;
}

/** Newest first, or oldest first; as lines, or as a table. */
export function education(chance: Chance): Studies {
  const name = college(chance);
  const place = chance.pick(PLACES);
  const board = chance.pick([
    'Maharashtra State Board',
    'CBSE',
    'ICSE',
    'U.P. Board',
    'State Board of Karnataka',
    'BSEB, Patna',
    'RBSE Ajmer',
    'HSC Board, Pune',
  ]);
  const year = chance.integer(2017, 2027);
  const began = year - chance.pick([3, 4]);
  const degree = chance.pick(DEGREES);
  const university = chance.pick(UNIVERSITIES);
  const marks = (): string =>
    chance.pick([
      `${chance.integer(55, 92)}.${chance.digits(2)}%`,
      `${chance.integer(6, 9)}.${chance.digits(2)} CGPA`,
      `${chance.integer(50, 95)}%`,
      `CGPA: ${chance.integer(6, 9)}.${chance.digits(1)}/10`,
    ]);
  const twelfth = began;
  const tenth = began - 2;
  const before = chance.happens(15) ? { degree: 'BCA', name: college(chance), year: began } : null;
  const heading = chance.pick([
    'EDUCATION',
    'Education',
    'Educational Qualification',
    'ACADEMIC QUALIFICATIONS',
    'Academic Details:',
    'Education Qualification:-',
    'EDUCATIONAL BACKGROUND',
    'शैक्षणिक योग्यता / Education',
    'SCHOLASTICS',
  ]);
  const at = chance.happens(50) ? `, ${place.city}` : '';
  const [hsc, ssc] = [school(chance), school(chance)];
  let rows: string[][];
  switch (chance.integer(0, 5)) {
    case 0:
      rows = [
        [`${degree} | ${name}${at} | ${university} | ${year} | ${marks()}`],
        ...(before
          ? [[`${before.degree} | ${before.name} | ${university} | ${before.year} | ${marks()}`]]
          : []),
        [`HSC | ${hsc} | ${board} | ${twelfth} | ${marks()}`],
        [`SSC | ${ssc} | ${board} | ${tenth} | ${marks()}`],
      ];
      break;
    case 1:
      rows = [
        [degree, `${name}${at}`, `${began} - ${year}`, marks()],
        ...(before ? [[before.degree, before.name, `${before.year - 3} - ${before.year}`, marks()]] : []),
        [`Class XII (${board})`, hsc, String(twelfth), marks()],
        [`Class X (${board})`, ssc, String(tenth), marks()],
      ];
      break;
    case 2:
      rows = [
        [`• ${degree} from ${name}${at} in ${year} with ${marks()}.`],
        ...(before ? [[`• ${before.degree} from ${before.name} in ${before.year} with ${marks()}.`]] : []),
        [`• 12th from ${hsc}, ${board} in ${twelfth} with ${marks()}.`],
        [`• 10th from ${ssc}, ${board} in ${tenth} with ${marks()}.`],
      ];
      break;
    case 3:
      rows = [
        [`${name}${at}`, `${degree}; ${marks()}`, `Aug ${began} – May ${year}`],
        ...(before
          ? [[before.name, `${before.degree}; ${marks()}`, `Jun ${before.year - 3} – May ${before.year}`]]
          : []),
        [hsc, `Higher Secondary (${board}), ${marks()}`, String(twelfth)],
        [ssc, `Secondary (${board}), ${marks()}`, String(tenth)],
      ];
      break;
    case 4:
      rows = [
        [`${began}-${year}  ${degree}`, `${name}, ${university}  ${marks()}`],
        ...(before
          ? [[`${before.year - 3}-${before.year}  ${before.degree}`, `${before.name}  ${marks()}`]]
          : []),
        [`${tenth}-${twelfth}  Intermediate`, `${hsc}  ${marks()}`],
        [`${tenth}  Matriculation`, `${ssc}  ${marks()}`],
      ];
      break;
    default:
      rows = [
        [`${degree} ${university} ${name.toUpperCase()} ${year} ${marks()}`],
        ...(before
          ? [[`${before.degree} ${university} ${before.name.toUpperCase()} ${before.year} ${marks()}`]]
          : []),
        [`XII ${board} ${hsc.toUpperCase()} ${twelfth} ${marks()}`],
        [`X ${board} ${ssc.toUpperCase()} ${tenth} ${marks()}`],
      ];
      rows.unshift([
        chance.pick([
          'Degree Board/University College/School Year Percentage',
          'Course University Institute Passing Year CGPA/%',
          'Examination Board / University Year of Passing Marks',
        ]),
      ]);
  }
  if (chance.happens(25)) rows.reverse();
  const isListed = year >= 2020 && year <= 2027;
  return {
    section: { heading, lines: rows.flat() },
    college: name,
    year: isListed ? String(year) : null,
    place,
  };
}

const SKILLS = [
  'Java',
  'Python',
  'JavaScript',
  'TypeScript',
  'React.js',
  'Node.js',
  'HTML',
  'CSS',
  'Angular',
  'MySQL',
  'MongoDB',
  'Spring Boot',
  'C',
  'C++',
  'C#',
  'AWS',
  'Docker',
  'Git',
  'Bootstrap',
  'PHP',
  'Express.js',
  'SQL',
  'PostgreSQL',
  'Kubernetes',
  'Linux',
  'Power BI',
  'Tableau',
  'Excel',
  'Django',
  'Flask',
  'Pandas',
  'Jenkins',
  'Selenium',
  'REST API',
  'Redux',
  'jQuery',
  'Figma',
  'AutoCAD',
  'Tally',
  'MS Office',
  'Machine Learning',
  'VS Code',
  'Hibernate',
  'Terraform',
];

export interface Skilled {
  section: Section | null;
  skills: string[];
}

export function skillsOf(chance: Chance): Skilled {
  const skills = chance.shuffled(SKILLS).slice(0, chance.integer(3, 14));
  if (chance.happens(8)) return { section: null, skills };
  const heading = chance.pick([
    'SKILLS',
    'Technical Skills',
    'TECHNICAL SKILLS:',
    'Skills',
    'Key Skills',
    'IT Skills',
    'Core Competencies',
    'Technical Proficiency',
    'Computer Skills :-',
    'कौशल / Skills',
    'SKILL SET',
    'Technologies',
  ]);
  const third = Math.ceil(skills.length / 3);
  const groups = [skills.slice(0, third), skills.slice(third, 2 * third), skills.slice(2 * third)].filter(
    (group) => group.length > 0,
  );
  const labels = ['Programming Languages', 'Frameworks & Libraries', 'Databases and Tools'];
  const lines = chance.pick([
    [skills.join(', ')],
    skills.map((skill) => `• ${skill}`),
    skills,
    skills.map((skill) => `\uF0B7 ${skill}`),
    [skills.join(' | ')],
    groups.map((group, at) => `${labels[at] ?? ''}: ${group.join(', ')}`),
    groups.map((group, at) => `➢ ${labels[at] ?? ''} - ${group.join(', ')}.`),
    skills.map((skill) => `${skill} ${chance.pick(['●●●○○', '★★★★☆', '80%', '(Intermediate)'])}`),
    groups.map((group) => group.join(' • ')),
    [`Good knowledge of ${skills.join(', ')}.`],
  ]);
  return { section: { heading, lines: [...lines] }, skills };
}

export function projects(chance: Chance, skills: readonly string[], who: Named): Section {
  const used = chance.shuffled(skills).slice(0, 4);
  const lines = [
    chance.pick([
      'E-Commerce Website',
      'Library Management System',
      'Weather Forecast App',
      'Hospital Management Portal',
      'Chat Application',
    ]),
    chance.pick([
      `Technologies used: ${used.join(', ')}`,
      `Tech Stack - ${used.join(', ')}`,
      `Built with ${used.join(', ')}.`,
    ]),
    chance.pick([
      'Designed the user module, and reduced page load by 40%.',
      'A team of 4 worked for 6 months in 2022.',
      'Implemented login with OTP on mobile number and email.',
      'Handled 10000 records, 500+ users and 99.9% uptime.',
    ]),
  ];
  if (chance.happens(20)) {
    lines.push(
      chance.pick([
        'Live: https://shop-demo-app.netlify.app',
        'Demo - https://weather-now.vercel.app/',
        `Code: https://github.com/${who.given.toLowerCase()}${who.family.toLowerCase()}/shop-app`,
        'Link: www.mylibraryproject.com',
      ]),
    );
  }
  return {
    heading: chance.pick(['PROJECTS', 'Academic Project', 'Project Details:', 'PROJECT UNDERTAKEN']),
    lines,
  };
}

export function experience(chance: Chance): Section {
  const place = chance.pick(PLACES);
  const lines = [
    chance.pick([
      `Technosoft Systems Pvt. Ltd., ${place.city}`,
      `Brightline Infotech Private Limited - ${place.city}`,
      `Intern at Kavya Software Solutions, ${place.city}`,
    ]),
    chance.pick(['Software Developer Intern', 'Junior Executive', 'Web Developer', 'Data Entry Operator']),
    chance.pick([
      `June ${chance.integer(2019, 2023)} - Present`,
      `Jan ${chance.integer(2019, 2022)} to Dec 2023`,
      '6 Months',
    ]),
    'Worked with the team on client requirements and daily reports.',
  ];
  if (chance.happens(15))
    lines.push(`Website: www.technosoft-systems.com, Phone: ${landline(chance, place)}`);
  if (chance.happens(8)) lines.push('Reported to the HR department (hr@technosoft-systems.com)');
  return {
    heading: chance.pick([
      'EXPERIENCE',
      'Work Experience',
      'Internship',
      'PROFESSIONAL EXPERIENCE',
      'Employment History',
    ]),
    lines,
  };
}

/** People who can be asked: their names, numbers and addresses are not the candidate's. */
export function references(chance: Chance): Section {
  const [one, two] = [named(chance), named(chance)];
  const place = chance.pick(PLACES);
  const email = chance.pick([
    'placement@pragaticollege.ac.in',
    'hod.cse@vidyajyoti.edu.in',
    personalEmail(chance, one),
  ]);
  const lines = chance.pick([
    [
      `${chance.pick(['Prof.', 'Dr.', 'Mr.'])} ${one.name}`,
      'HOD, Computer Department',
      college(chance),
      `${chance.pick(['Mob:', 'Phone:', 'Contact No.', '', 'M:'])} ${writtenMobile(chance, mobileDigits(chance))}`.trim(),
      `Email: ${email}`,
    ],
    [
      `1. Mr. ${one.name}, Team Lead, Brightline Infotech, ${place.city}, ${writtenMobile(chance, mobileDigits(chance))}`,
      `2. Ms. ${two.name}, Assistant Professor, ${writtenMobile(chance, mobileDigits(chance))}, ${personalEmail(chance, two)}`,
    ],
    [
      `${one.name}        ${two.name}`,
      `Professor        Manager`,
      `${writtenMobile(chance, mobileDigits(chance))}        ${writtenMobile(chance, mobileDigits(chance))}`,
    ],
    [
      `Training and Placement Officer, ${college(chance)}`,
      `Office: ${landline(chance, place)}`,
      'placement@pragaticollege.ac.in',
    ],
  ]);
  return { heading: chance.pick(['REFERENCES', 'References:', 'Reference', 'REFERENCE']), lines: [...lines] };
}

export function declaration(chance: Chance, name: string, place: Place): Section {
  return {
    heading: chance.pick(['DECLARATION', 'Declaration:', 'घोषणा / Declaration']),
    lines: [
      'I hereby declare that the above mentioned information is correct up to my knowledge',
      'and I bear the responsibility for the correctness of the above mentioned particulars.',
      ...chance.pick([
        [`Place: ${place.city}`, `Date:  /  /20${chance.digits(2)}        (${name})`],
        [`Date :        Place : ${place.city}`, name.toUpperCase()],
        ['Place:', 'Date:        Signature'],
      ]),
    ],
  };
}

import { Chance } from './chance.ts';
import {
  emailLine,
  landline,
  links,
  mobileDigits,
  personalEmail,
  phoneLine,
  writtenMobile,
} from './contact.ts';
import { otherSections } from './other-sections.ts';
import { address, named, PLACES, type Named, type Place } from './people.ts';
import {
  declaration,
  education,
  experience,
  projects,
  references,
  skillsOf,
  type Section,
} from './sections.ts';

/** What is right for each field; null and an empty list where nothing is. */
export interface CvTruth {
  fullName: string | null;
  /** Ten digits. */
  mobile: string | null;
  email: string | null;
  linkedin: string | null;
  portfolio: string[];
  city: string | null;
  skills: string[];
  collegeName: string | null;
  yearOfPassing: string | null;
}

export interface MadeCv {
  text: string;
  truth: CvTruth;
}

/** A CV of somebody who does not exist, as a program that reads PDF or DOCX gives its text. */
export function madeCv(seed: number): MadeCv {
  const chance = new Chance(seed);
  const who = named(chance);
  const home = chance.pick(PLACES);
  const ten = mobileDigits(chance);
  const second = chance.happens(15) ? mobileDigits(chance) : null;
  const email = chance.happens(5)
    ? `${who.given.toLowerCase()}.${chance.digits(4)}@sahyadrivalley.ac.in`
    : personalEmail(chance, who);
  const studies = education(chance);
  const skilled = skillsOf(chance);
  const shownLinks = links(chance, who);

  const contact = [phoneLine(chance, ten, second), emailLine(chance, email)];
  if (!email.includes('.ac.in') && chance.happens(6))
    contact.push(`${who.given.toLowerCase()}.cs21@vidyajyoti.edu.in`);
  if (chance.happens(25)) contact.reverse();
  const joined = chance.happens(35)
    ? [contact.join(chance.pick([' | ', '  ', ' , ', ' • ', '      ', ' ']))]
    : contact;
  const hasAddress = chance.happens(70);
  const where = hasAddress ? addressLines(chance, home) : [];
  const contacts = chance.pick([
    [...joined, ...shownLinks.lines, ...where],
    [...where, ...joined, ...shownLinks.lines],
    [...joined, ...where, ...shownLinks.lines],
    [...shownLinks.lines, ...joined, ...where],
  ]);
  const body: Section[] = chance.shuffled([
    studies.section,
    ...(skilled.section ? [skilled.section] : []),
    projects(chance, skilled.skills, who),
    ...(chance.happens(60) ? [experience(chance)] : []),
    ...otherSections(chance),
  ]);
  const last: Section[] = [];
  if (chance.happens(55)) last.push(personal(chance, who));
  if (chance.happens(35)) last.push(references(chance));
  if (chance.happens(15)) last.reverse();
  if (chance.happens(60)) last.push(declaration(chance, who.name, home));

  return {
    text: laidOut(chance, who, contacts, body, last),
    truth: {
      fullName: who.name,
      mobile: ten,
      email,
      linkedin: shownLinks.linkedin,
      portfolio: shownLinks.portfolio,
      city: hasAddress ? home.city : null,
      skills: skilled.skills,
      collegeName: studies.college,
      yearOfPassing: studies.year,
    },
  };
}

function addressLines(chance: Chance, home: Place): string[] {
  const lines = address(chance, home);
  const elsewhere = address(chance, chance.pick(PLACES));
  const labelled = (label: string, of: readonly string[]): string[] => [
    `${label} ${of[0] ?? ''}`,
    ...of.slice(1),
  ];
  return chance.pick([
    lines,
    labelled(
      chance.pick([
        'Address:',
        'Address :-',
        'Add:',
        'Residential Address:',
        'पता / Address:',
        'Present Address -',
        'Correspondence Address:',
      ]),
      lines,
    ),
    labelled(chance.pick(['Permanent Address:', 'Permanent Add -']), lines),
    [
      chance.pick([
        `Location: ${home.city}`,
        `${home.city}, India`,
        `${home.city}, ${home.state}`,
        `Current Location - ${home.city}`,
      ]),
    ],
    [...labelled('Current Address:', lines), ...labelled('Permanent Address:', elsewhere)],
    [...labelled('Permanent Address:', elsewhere), ...labelled('Present Address:', lines)],
  ]);
}

function personal(chance: Chance, who: Named): Section {
  const father = chance.pick([`Shri ${who.father}`, `Mr. ${who.father}`, who.father]);
  const sign = chance.pick([':', ' :', ': -', ' -', '  ']);
  const lines = [
    `Father's Name${sign} ${father}`,
    `Date of Birth${sign} ${chance.integer(10, 28)}/0${chance.integer(1, 9)}/${chance.integer(1996, 2004)}`,
    `Gender${sign} ${chance.pick(['Male', 'Female'])}`,
    `Marital Status${sign} Single`,
    `Nationality${sign} Indian`,
    `Languages Known${sign} English, Hindi`,
  ];
  if (chance.happens(30))
    lines.push(
      `${chance.pick(["Father's Mobile No.", 'Father Contact No', 'Parent Contact', 'Emergency Contact', 'Guardian Mobile'])}${sign} ${writtenMobile(chance, mobileDigits(chance))}`,
    );
  if (chance.happens(20))
    lines.push(
      `Aadhaar No.${sign} ${chance.integer(2, 9)}${chance.digits(3)} ${chance.digits(4)} ${chance.digits(4)}`,
    );
  if (chance.happens(10)) lines.push(`PAN${sign} ABCDE${chance.digits(4)}F`);
  if (chance.happens(10))
    lines.push(`Enrollment No${sign} ${chance.pick(['7', '9', '8'])}${chance.digits(9)}`);
  if (chance.happens(8)) lines.push(`Phone (R)${sign} ${landline(chance, chance.pick(PLACES))}`);
  return {
    heading: chance.pick([
      'PERSONAL DETAILS',
      'Personal Information',
      'Personal Profile:',
      'PERSONAL DOSSIER',
      'व्यक्तिगत विवरण / Personal Details',
    ]),
    lines: chance.happens(50) ? lines : chance.shuffled(lines),
  };
}

const TITLES = [
  'CURRICULUM VITAE',
  'Curriculum Vitae',
  'RESUME',
  'Resume',
  'BIO-DATA',
  'CURRICULAM VITAE',
  'R E S U M E',
  'C.V.',
];
const ROLES = [
  'Full Stack Developer',
  'Java Developer',
  'Fresher',
  'Software Engineer',
  'DATA ANALYST',
  'Web Designer',
  'MCA Student',
  'Mechanical Engineer',
];

/** The name as it stands at its place: capitals, a title before it, letters apart, over two lines, with a role. */
function shownName(chance: Chance, name: string): string[] {
  const written = chance.happens(45) ? name.toUpperCase() : name;
  return chance.pick([
    [written],
    [written],
    [written],
    [written],
    [`${chance.pick(['Mr.', 'Ms.', 'MR.', 'Miss', 'Er.', 'Shri'])} ${written}`],
    [written, chance.pick(ROLES)],
    [`${written} ${chance.pick(['|', '-', '–', ','])} ${chance.pick(ROLES)}`],
    [
      `${chance.pick(['Name:', 'Name :', 'NAME:-', 'Name -', 'नाम / Name :', 'Full Name:', 'Candidate Name:'])} ${written}`,
    ],
    name.split(' ').length === 2 && !name.includes('.') ? name.toUpperCase().split(' ') : [written],
    [
      name.includes('.')
        ? written
        : name
            .toUpperCase()
            .split(' ')
            .map((word) => Array.from(word).join(' '))
            .join('   '),
    ],
  ]);
}

function laidOut(
  chance: Chance,
  who: Named,
  contacts: readonly string[],
  body: readonly Section[],
  last: readonly Section[],
): string {
  const title = chance.happens(45) ? [chance.pick(TITLES)] : [];
  const name = shownName(chance, who.name);
  const lines = (sections: readonly Section[]): string[] =>
    sections.flatMap(({ heading, lines }) => [...(chance.happens(30) ? [''] : []), heading, ...lines]);
  const end = [...lines(last), ...(chance.happens(15) ? ['Page 1 of 2'] : [])];
  switch (chance.integer(0, 9)) {
    case 0:
      // The left column comes first as the file holds it.
      return [
        chance.pick(['CONTACT', 'Contact Details', 'CONTACT ME']),
        ...contacts,
        ...lines(body.slice(0, 2)),
        ...name,
        ...lines(body.slice(2)),
        ...end,
      ].join('\n');
    case 1:
      return interleaved(
        chance,
        [chance.pick(['CONTACT', 'Contact Info']), ...contacts, ...lines(body.slice(0, 1))],
        [...name, ...lines(body.slice(1))],
        end,
      );
    case 2:
      // Name and first contact share a line.
      return [
        ...title,
        `${name.join(' ')}${chance.pick(['    ', '\t', '          '])}${contacts[0] ?? ''}`,
        ...contacts.slice(1),
        ...lines(body),
        ...end,
      ].join('\n');
    case 3:
      return [...title, ...contacts, ...name, ...lines(body), ...end].join('\n');
    case 4:
      // Contact at the end.
      return [...title, ...name, ...lines(body), ...end, 'CONTACT', ...contacts].join('\n');
    case 5:
      return [...title, ...name, ...contacts, ...lines(body), ...end].join(
        chance.pick(['\r\n', '\n\n', ' \n']),
      );
    case 6:
      return interleaved(chance, [...name, ...contacts], lines(body.slice(0, 1)), [
        ...lines(body.slice(1)),
        ...end,
      ]);
    default:
      return [...title, ...name, ...contacts, ...lines(body), ...end].join('\n');
  }
}

/** Two columns side by side as a program gives them that goes line by line. */
function interleaved(
  chance: Chance,
  left: readonly string[],
  right: readonly string[],
  below: readonly string[],
): string {
  const between = chance.pick(['      ', '   ', '\t', ' ']);
  const [a, b] = [left.join('\n').split('\n'), right.join('\n').split('\n')];
  const rows = Array.from(
    { length: Math.max(a.length, b.length) },
    (_, at) => `${a[at] ?? ''}${a[at] && b[at] ? between : ''}${b[at] ?? ''}`,
  );
  return [...rows, ...below].join('\n');
}

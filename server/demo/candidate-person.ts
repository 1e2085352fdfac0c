import type { Candidate } from '#shared/model/candidate.ts';
import type { Calendar } from './calendar.ts';
import {
  linkedInAddress,
  mobileDigits,
  webName,
  writtenMobile,
  type EmailAddresses,
} from './contact-details.ts';
import { branches, collegeName } from './colleges.ts';
import { personName, type PersonName } from './names.ts';
import { place, type Place } from './places.ts';
import type { Random } from './random.ts';

export type Person = Pick<
  Candidate,
  | 'fullName'
  | 'mobile'
  | 'whatsapp'
  | 'email'
  | 'dob'
  | 'gender'
  | 'city'
  | 'state'
  | 'linkedin'
  | 'portfolio'
  | 'profilePicture'
>;

export type Education = Pick<
  Candidate,
  'collegeName' | 'courseBranch' | 'collegeLocation' | 'yearOfPassing' | 'academicScore' | 'backlogs'
>;

type YearOfPassing = NonNullable<Candidate['yearOfPassing']>;

/** Who somebody is, before a record is written of it. */
export interface Identity {
  name: PersonName;
  home: Place;
  experience: NonNullable<Candidate['experience']>;
  yearOfPassing: YearOfPassing;
}

const YEARS: readonly YearOfPassing[] = [
  '2020',
  '2021',
  '2022',
  '2023',
  '2024',
  '2025',
  '2026',
  '2027',
  '2028',
];

const yearsOfWork: Readonly<Record<Identity['experience'], readonly [number, number]>> = {
  Fresher: [-1, 2],
  '0-1 years': [1, 2],
  '1-3 years': [2, 4],
  '3-5 years': [4, 6],
  '5+ years': [6, 9],
};

export function identity(random: Random, calendar: Calendar): Identity {
  const home = place(random);
  const experience = random.weighted<Identity['experience']>([
    ['Fresher', 66],
    ['0-1 years', 14],
    ['1-3 years', 12],
    ['3-5 years', 5],
    ['5+ years', 3],
  ]);
  const [least, most] = yearsOfWork[experience];
  const year = calendar.year - random.integer(least, most);
  // The list of years ends: who passed before it is written under its first year.
  const listed = Math.min(Math.max(year, Number(YEARS[0])), Number(YEARS.at(-1)));
  const yearOfPassing = YEARS.find((option) => Number(option) === listed) ?? '2024';
  return { name: personName(random, home.community), home, experience, yearOfPassing };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The personal fields. Pictures are files of their own and not part of demo data. */
export function person(
  random: Random,
  seed: number,
  index: number,
  addresses: EmailAddresses,
  { name, home, yearOfPassing }: Identity,
): Person {
  const digits = mobileDigits(seed, 'candidate', index);
  const born = Number(yearOfPassing) - random.integer(21, 24);
  return {
    fullName: random.chance(0.06) ? `${name.first} ${initial(random)} ${name.last}` : name.full,
    mobile: writtenMobile(random, digits),
    whatsapp: random.weighted([
      [writtenMobile(random, digits), 80],
      [writtenMobile(random, mobileDigits(seed, 'second number', index)), 14],
      [null, 6],
    ]),
    email: addresses.next(random, name),
    dob: random.chance(0.96)
      ? `${born}-${twoDigits(random.integer(1, 12))}-${twoDigits(random.integer(1, 28))}`
      : null,
    gender: name.gender,
    city: home.city,
    state: home.state,
    linkedin: random.chance(0.82) ? linkedInAddress(webName(random, name)) : null,
    portfolio: random.chance(0.55) ? `https://${webName(random, name)}.example.com` : null,
    profilePicture: null,
  };
}

const initial = (random: Random): string => `${String.fromCharCode(65 + random.integer(0, 19))}.`;

/** The degree: mostly at home or in a city nearby, else where the candidate went to study. */
export function education(random: Random, { home, yearOfPassing }: Identity): Education {
  const where = random.chance(0.7) ? home : place(random);
  const courseBranch = random.pick(branches);
  return {
    collegeName: collegeName(random),
    courseBranch,
    collegeLocation: `${where.city}, ${where.state}`,
    yearOfPassing,
    academicScore: random.chance(0.95) ? score(random) : null,
    backlogs: random.chance(0.88) ? 'No' : 'Yes',
  };
}

function score(random: Random): string {
  return random.chance(0.6)
    ? `${(random.integer(58, 96) / 10).toFixed(1)} CGPA`
    : `${(random.integer(5_500, 9_300) / 100).toFixed(2)}%`;
}

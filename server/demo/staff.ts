import type { BuiltInRole } from '#shared/access/roles.ts';
import type { RoleAssignment } from '#shared/model/role-assignment.ts';
import type { User } from '#shared/model/user.ts';
import { linkedInAddress, mobileDigits, plainWord, writtenMobile } from './contact-details.ts';
import { Random } from './random.ts';
import { calendarOf, recordBase, recordId, type DemoOptions } from './record-base.ts';

/** Password of every demo account. */
export const DEMO_PASSWORD = 'Demo@12345';

interface StaffMember {
  name: string;
  gender: 'Male' | 'Female';
  role: BuiltInRole;
  /** Local part of the address; from the name where it is not given. */
  account?: string;
  /** Monthly salary in rupees. */
  salary: number | null;
  /** Joined and left, in days before today. */
  joined: number;
  left?: number;
  /** How much of the institute's work the person carries, beside others of the role. */
  share: number;
}

/** The five demo accounts first, then their colleagues. The names are put together from common ones. */
const members: readonly StaffMember[] = [
  {
    name: 'Vikram Deshpande',
    gender: 'Male',
    role: 'Super Admin',
    account: 'superadmin',
    salary: 145_000,
    joined: 2_190,
    share: 1,
  },
  {
    name: 'Kavita Menon',
    gender: 'Female',
    role: 'Admin',
    account: 'admin',
    salary: 92_000,
    joined: 1_640,
    share: 1,
  },
  {
    name: 'Pooja Kulkarni',
    gender: 'Female',
    role: 'HR',
    account: 'hr',
    salary: 46_000,
    joined: 1_120,
    share: 7,
  },
  {
    name: 'Nikhil Joshi',
    gender: 'Male',
    role: 'Employee',
    account: 'employee',
    salary: 68_000,
    joined: 980,
    share: 6,
  },
  {
    name: 'Riya Thomas',
    gender: 'Female',
    role: 'Student',
    account: 'student',
    salary: null,
    joined: 74,
    share: 0,
  },
  { name: 'Sandeep Yadav', gender: 'Male', role: 'HR', salary: 41_500, joined: 860, share: 5 },
  { name: 'Farah Qureshi', gender: 'Female', role: 'HR', salary: 44_000, joined: 1_010, share: 5 },
  { name: 'Lakshmi Govindan', gender: 'Female', role: 'HR', salary: 38_000, joined: 610, share: 3 },
  { name: 'Swati Mukherjee', gender: 'Female', role: 'Employee', salary: 72_000, joined: 1_260, share: 4 },
  { name: 'Harpreet Gill', gender: 'Male', role: 'Employee', salary: 64_500, joined: 745, share: 3 },
  { name: 'Imran Shaikh', gender: 'Male', role: 'Employee', salary: 70_000, joined: 690, share: 3 },
  { name: 'Divya Hegde', gender: 'Female', role: 'Employee', salary: 61_000, joined: 205, share: 2 },
  {
    name: 'Manoj Pillai',
    gender: 'Male',
    role: 'Employee',
    salary: 66_000,
    joined: 1_430,
    left: 130,
    share: 3,
  },
  {
    name: 'Tanvi Parmar',
    gender: 'Female',
    role: 'Employee',
    salary: 58_000,
    joined: 820,
    left: 245,
    share: 2,
  },
  { name: 'Aman Verma', gender: 'Male', role: 'Student', salary: null, joined: 118, share: 0 },
  { name: 'Keerthi Reddy', gender: 'Female', role: 'Student', salary: null, joined: 31, share: 0 },
];

/** The system itself went live this many days ago: no account is older. */
const LIVE_SINCE = 570;

const addressOf = (member: StaffMember): string =>
  `${member.account ?? member.name.split(' ').map(plainWord).join('.')}@demo.test`;

/** The users, the five demo accounts first. */
export function* demoUsers(options: DemoOptions) {
  const calendar = calendarOf(options);
  for (const [index, member] of members.entries()) {
    const random = new Random(options.seed, 'user', index);
    const madeOn = Math.min(member.joined, LIVE_SINCE);
    const createdAt = calendar.time(-madeOn, 600 + index);
    const isStudent = member.role === 'Student';
    const person = member.name.split(' ').map(plainWord).join('-');
    yield {
      ...recordBase(calendar, random, createdAt),
      name: member.name,
      email: addressOf(member),
      mobileNumber: writtenMobile(random, mobileDigits(options.seed, 'staff', index)),
      meetingLink: isStudent ? null : `https://meet.example.com/${person}`,
      salary: member.salary,
      DOJ: calendar.date(-member.joined),
      DOL: member.left === undefined ? null : calendar.date(-member.left),
      isActive: member.left === undefined,
      dob: calendar.date(-365 * (isStudent ? 22 : 27) - random.integer(0, isStudent ? 700 : 4_500)),
      gender: member.gender,
      linkedin: linkedInAddress(person),
      portfolio: member.role === 'Employee' || isStudent ? `https://${person}.example.com` : null,
      roleName: member.role,
      takesLeads: null,
      leadGivenAt: null,
    } satisfies Partial<User>;
  }
}

/** One role for every user, by email. */
export function* demoRoleAssignments(options: DemoOptions) {
  let index = 0;
  for (const user of demoUsers(options)) {
    const random = new Random(options.seed, 'role assignment', index);
    yield {
      _id: recordId(random, user.createdAt ?? ''),
      createdAt: user.createdAt,
      updatedAt: user.createdAt,
      userEmail: user.email,
      roleName: user.roleName,
      userName: user.name,
    } satisfies Partial<RoleAssignment>;
    index += 1;
  }
}

/** A member of staff as candidates refer to one. */
export interface Colleague {
  _id: string;
  name: string;
  share: number;
  /** First and last day of work, counted from today. */
  from: number;
  to: number;
}

export interface Team {
  hrs: readonly Colleague[];
  interviewers: readonly Colleague[];
  /** Who adds a candidate when no HR does. */
  admins: readonly Colleague[];
}

/** Who works with candidates; the ids are those of `demoUsers` with the same options. */
export function teamOf(options: DemoOptions): Team {
  const colleagues = [...demoUsers(options)].map((user, index) => {
    const member = members[index];
    if (!member) throw new Error('Every demo user is a member of the staff list');
    const colleague: Colleague = {
      _id: user._id,
      name: member.name,
      share: member.share,
      from: -member.joined,
      to: member.left === undefined ? Number.POSITIVE_INFINITY : -member.left,
    };
    return { role: member.role, colleague };
  });
  const ofRole = (...roles: BuiltInRole[]): Colleague[] =>
    colleagues.filter(({ role }) => roles.includes(role)).map(({ colleague }) => colleague);
  return { hrs: ofRole('HR'), interviewers: ofRole('Employee'), admins: ofRole('Super Admin', 'Admin') };
}

/** One of the colleagues who worked on that day, by share of the work. Throws where nobody did. */
export function atWork(random: Random, colleagues: readonly Colleague[], day: number): Colleague {
  return random.weighted(
    colleagues
      .filter((colleague) => colleague.from <= day && day <= colleague.to)
      .map((colleague) => [colleague, colleague.share] as const),
  );
}

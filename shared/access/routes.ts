import type { EntityName } from '../model/entities.ts';
import type { Role } from './roles.ts';

/** One screen of the route table (section 2.1), with its place in the sidebar (section 2.2). */
export interface Route {
  path: string;
  /** Text of the sidebar entry; none for a screen that is not listed there. */
  label: string;
  /** The specification labels two entries with the user's name; these are told apart for screen readers. */
  labelledWithUserName?: boolean;
  roles: readonly Role[];
  group: 'home' | 'people' | 'candidates' | 'inquiries' | 'website' | 'settings' | 'Q&A';
}

const everyone: readonly Role[] = ['Super Admin', 'Admin', 'HR', 'Employee', 'Student', ''];
const superAdmin: readonly Role[] = ['Super Admin'];
const office: readonly Role[] = ['HR', 'Admin', 'Super Admin'];
const admins: readonly Role[] = ['Admin', 'Super Admin'];
const interviewers: readonly Role[] = ['Employee', 'Admin', 'Super Admin'];
const staff: readonly Role[] = ['Employee', 'Admin', 'Super Admin', 'HR'];
const employee: readonly Role[] = ['Employee'];

/**
 * Every route for signed-in users, in the order of the sidebar (section 2.2).
 * A role that is not built in ('') has the dashboard only (decision 11).
 */
export const routes: readonly Route[] = [
  { path: '/dashboard', label: 'Dashboard', labelledWithUserName: true, roles: everyone, group: 'home' },
  { path: '/employeedetails', label: 'Account', labelledWithUserName: true, roles: staff, group: 'home' },
  { path: '/addrole', label: 'Add Role', roles: superAdmin, group: 'settings' },
  { path: '/assignrole', label: 'Assign Roles', roles: superAdmin, group: 'settings' },
  { path: '/addemployee', label: 'Add Employee', roles: superAdmin, group: 'people' },
  { path: '/addjobs', label: 'Add Jobs', roles: superAdmin, group: 'website' },
  { path: '/careerslide', label: 'Career Slide', roles: superAdmin, group: 'website' },
  { path: '/addlinks', label: 'Data Links', roles: office, group: 'settings' },
  { path: '/inquiry', label: 'Inquiry', roles: office, group: 'inquiries' },
  { path: '/inquiryfollowup', label: 'Inquiry Follow Up', roles: office, group: 'inquiries' },
  { path: '/contactsinquiry', label: 'Contacts Inquiry', roles: office, group: 'inquiries' },
  { path: '/candidate', label: 'Candidate', roles: office, group: 'candidates' },
  { path: '/followup', label: 'Candidate Follow Up', roles: office, group: 'candidates' },
  { path: '/allscheduledinterview', label: 'Scheduled Interview', roles: office, group: 'candidates' },
  { path: '/upcominginterview', label: 'Upcoming Interview', roles: interviewers, group: 'candidates' },
  { path: '/addblogs', label: 'Add Blogs', roles: admins, group: 'website' },
  { path: '/addleadstatus', label: 'Add Lead Status', roles: admins, group: 'settings' },
  { path: '/placementcell', label: 'Placement Cell', roles: office, group: 'candidates' },
  { path: '/hrlinks', label: 'OtherCompaniesHr', roles: office, group: 'people' },
  { path: '/sqlqa', label: 'SQL', roles: employee, group: 'Q&A' },
  { path: '/reactqa', label: 'ReactQA', roles: employee, group: 'Q&A' },
  { path: '/netcoreqa', label: 'DotNetCore', roles: employee, group: 'Q&A' },
  { path: '/awsqa', label: 'Aws', roles: employee, group: 'Q&A' },
];

/** The routes that a role may open; any other leads to /dashboard. */
export function routesOf(role: Role): Route[] {
  return routes.filter((route) => route.roles.includes(role));
}

export function mayOpen(path: string, role: Role): boolean {
  return routes.some((route) => route.path === path && route.roles.includes(role));
}

/** The roles that may open a route, as users carry them. */
export function rolesThatOpen(path: string): string[] {
  return routes.find((route) => route.path === path)?.roles.filter((role) => role !== '') ?? [];
}

/** Where a record can be viewed under an address of its own, the fuller screen first. */
const shownOn: Readonly<Record<EntityName, readonly string[]>> = {
  candidate: ['/candidate', '/upcominginterview'],
  inquiry: ['/inquiry'],
  leadStatus: ['/addleadstatus'],
  user: ['/addemployee', '/employeedetails'],
  role: ['/addrole'],
  roleAssignment: ['/assignrole'],
  job: ['/addjobs'],
  contactInquiry: ['/contactsinquiry'],
  careerSlide: ['/careerslide'],
  blog: ['/addblogs'],
  dataLink: ['/addlinks'],
  hrRecord: ['/hrlinks'],
};

/** The path of the role's screen on which such a record can be viewed; undefined where there is none. */
export function pathShowing(entity: EntityName, role: Role): string | undefined {
  return shownOn[entity].find((path) => mayOpen(path, role));
}

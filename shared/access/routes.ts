import type { EntityName } from '../model/entities.ts';
import type { Role } from './roles.ts';

/** One screen of the route table (section 2.1), with its place in the sidebar (section 2.2) and what people call it. */
export interface Route {
  path: string;
  /** Text of the sidebar entry; none for a screen that is not listed there. */
  label: string;
  /** The specification labels two entries with the user's name; these are told apart for screen readers. */
  labelledWithUserName?: boolean;
  roles: readonly Role[];
  /** What people call it beside its label; Ctrl+K finds it by these words too. */
  alsoCalled: string;
  /** The list on it, as `listKey` calls it: its saved views stand below it in the sidebar. */
  list?: string;
  /** Whose records can be viewed on it, each under an address of its own. */
  shows?: EntityName;
  /** The same, where the role may open no screen that shows more of them. */
  showsPartOf?: EntityName;
  /** It stands in the sidebar only where the office has decided to use it; it can be opened anyway. */
  decided?: 'erasure';
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
  {
    path: '/dashboard',
    label: 'Dashboard',
    labelledWithUserName: true,
    roles: everyone,
    group: 'home',
    alsoCalled: 'home figures summary statistics',
  },
  {
    path: '/today',
    label: 'Today',
    roles: office,
    group: 'home',
    alsoCalled: 'calls due overdue work to do tasks agenda follow ups',
  },
  {
    path: '/employeedetails',
    label: 'Account',
    labelledWithUserName: true,
    roles: staff,
    group: 'home',
    alsoCalled: 'my profile details staff employees directory colleagues',
    list: 'user.directory',
    showsPartOf: 'user',
  },
  {
    path: '/addrole',
    label: 'Add Role',
    roles: superAdmin,
    group: 'settings',
    alsoCalled: 'permissions',
    list: 'role.roles',
    shows: 'role',
  },
  {
    path: '/assignrole',
    label: 'Assign Roles',
    roles: superAdmin,
    group: 'settings',
    alsoCalled: 'users permissions rights access',
    list: 'roleAssignment.roleAssignments',
    shows: 'roleAssignment',
  },
  {
    path: '/addemployee',
    label: 'Add Employee',
    roles: superAdmin,
    group: 'people',
    alsoCalled: 'staff users people team interviewers passwords',
    list: 'user.employees',
    shows: 'user',
  },
  {
    path: '/addjobs',
    label: 'Add Jobs',
    roles: superAdmin,
    group: 'website',
    alsoCalled: 'vacancies openings postings',
    list: 'job.jobs',
    shows: 'job',
  },
  {
    path: '/careerslide',
    label: 'Career Slide',
    roles: superAdmin,
    group: 'website',
    alsoCalled: 'headline banner website',
    list: 'careerSlide.careerSlides',
    shows: 'careerSlide',
  },
  {
    path: '/addlinks',
    label: 'Data Links',
    roles: office,
    group: 'settings',
    alsoCalled: 'urls documents sheets files',
    list: 'dataLink.links',
    shows: 'dataLink',
  },
  {
    path: '/inquiry',
    label: 'Inquiry',
    roles: office,
    group: 'inquiries',
    alsoCalled: 'leads interns internships enquiry enquiries',
    list: 'inquiry.inquiries',
    shows: 'inquiry',
  },
  {
    path: '/inquiryfollowup',
    label: 'Inquiry Follow Up',
    roles: office,
    group: 'inquiries',
    alsoCalled: 'calls leads interns enquiry enquiries',
    list: 'inquiry.followups',
  },
  {
    path: '/contactsinquiry',
    label: 'Contacts Inquiry',
    roles: office,
    group: 'inquiries',
    alsoCalled: 'website messages visitors enquiry enquiries',
    list: 'contactInquiry.contacts',
    shows: 'contactInquiry',
  },
  {
    path: '/candidate',
    label: 'Candidate',
    roles: office,
    group: 'candidates',
    alsoCalled: 'students trainees learners fees payments',
    list: 'candidate.candidates',
    shows: 'candidate',
  },
  {
    path: '/followup',
    label: 'Candidate Follow Up',
    roles: office,
    group: 'candidates',
    alsoCalled: 'calls students trainees',
    list: 'candidate.followups',
  },
  {
    path: '/allscheduledinterview',
    label: 'Scheduled Interview',
    roles: office,
    group: 'candidates',
    alsoCalled: 'calendar meetings',
    list: 'candidate.scheduledInterviews',
  },
  {
    path: '/upcominginterview',
    label: 'Upcoming Interview',
    roles: interviewers,
    group: 'candidates',
    alsoCalled: 'my meetings join',
    list: 'candidate.interviewer',
    showsPartOf: 'candidate',
  },
  {
    path: '/addblogs',
    label: 'Add Blogs',
    roles: admins,
    group: 'website',
    alsoCalled: 'articles posts news website',
    list: 'blog.blogs',
    shows: 'blog',
  },
  {
    path: '/addleadstatus',
    label: 'Add Lead Status',
    roles: admins,
    group: 'settings',
    alsoCalled: 'stages pipeline',
    list: 'leadStatus.leadStatuses',
    shows: 'leadStatus',
  },
  {
    path: '/templates',
    label: 'Templates',
    roles: office,
    group: 'settings',
    alsoCalled: 'messages whatsapp email texts wording canned replies',
    list: 'messageTemplate.templates',
    shows: 'messageTemplate',
  },
  {
    path: '/placementcell',
    label: 'Placement Cell',
    roles: office,
    group: 'candidates',
    alsoCalled: 'placed students trainees',
    list: 'candidate.placement',
  },
  {
    path: '/hrlinks',
    label: 'OtherCompaniesHr',
    roles: office,
    group: 'people',
    alsoCalled: 'company recruiters employers hiring clients',
    list: 'hrRecord.hrRecords',
    shows: 'hrRecord',
  },
  {
    path: '/duplicates',
    label: 'Duplicates',
    roles: admins,
    group: 'candidates',
    alsoCalled: 'merge same person twice double',
  },
  {
    path: '/import',
    label: 'Import',
    roles: office,
    group: 'settings',
    alsoCalled: 'csv excel xlsx spreadsheet upload file sheet load',
  },
  {
    path: '/erasure',
    label: 'Proposed for erasure',
    roles: superAdmin,
    decided: 'erasure',
    group: 'inquiries',
    alsoCalled: 'retention privacy old data months settings',
  },
  {
    path: '/changes',
    label: 'Recent Changes',
    roles: staff,
    group: 'settings',
    alsoCalled: 'undo history log what happened take back',
  },
  { path: '/sqlqa', label: 'SQL', roles: employee, group: 'Q&A', alsoCalled: 'questions answers database' },
  {
    path: '/reactqa',
    label: 'ReactQA',
    roles: employee,
    group: 'Q&A',
    alsoCalled: 'questions answers javascript',
  },
  {
    path: '/netcoreqa',
    label: 'DotNetCore',
    roles: employee,
    group: 'Q&A',
    alsoCalled: 'questions answers .net c#',
  },
  {
    path: '/awsqa',
    label: 'Aws',
    roles: employee,
    group: 'Q&A',
    alsoCalled: 'questions answers cloud amazon',
  },
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

/** The path of the role's screen that has the list; undefined where there is none. */
export function pathOfList(list: string, role: Role): string | undefined {
  return routesOf(role).find((route) => route.list === list)?.path;
}

/** The path of the role's screen on which such a record can be viewed; undefined where there is none. */
export function pathShowing(entity: EntityName, role: Role): string | undefined {
  const mine = routesOf(role);
  const shown =
    mine.find(({ shows }) => shows === entity) ?? mine.find(({ showsPartOf }) => showsPartOf === entity);
  return shown?.path;
}

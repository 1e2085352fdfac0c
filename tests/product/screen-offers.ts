import { inSentence } from '#shared/format/label-in-sentence.ts';
import type { Role } from '#shared/access/roles.ts';
import type { Route } from '#shared/access/routes.ts';
import { TAKEN_OVER } from '#shared/model/contact-inquiry.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { ENROLLED } from '#shared/model/inquiry.ts';
import { storedFields } from '#shared/model/entity.ts';
import { screenExtras } from './screen-extras.ts';

/**
 * What each list screen offers (section 2), beyond what the model says of its entity and list. Who may open a screen
 * may do all that it offers, but for what stands here and in screen-walk.ts.
 */
export interface ScreenOffer {
  entity: EntityName;
  list: string;
  /** Label of the search box. */
  search: string;
  /** Words of the Add button; none where the specification has none. */
  add?: string;
  /** What the record refers to, made before it. */
  needs?: EntityName;
  /** Fields entered when a record is added. */
  entered?: readonly string[];
  /** Labels in the form and of filters that differ from the model's. */
  formLabels?: Readonly<Record<string, string>>;
  filterLabels?: Readonly<Record<string, string>>;
  /** Fields of text that are chosen from records. */
  chosenFromRecords?: readonly string[];
  /** The field that Edit changes, and to what. None for a screen without Edit. */
  change?: readonly [field: string, value: string];
  /** Rows have Delete, and beside the heading stands the way to restore. */
  deletes?: boolean;
  /** Who reads the list alone: neither adds, nor edits, nor deletes. */
  readBy?: Role;
  /** Who finds the button but may not use it, and what it says (section 6). */
  deleteRefused?: { role: Role; tooltip: string };
  /** For each filter a choice that the record does not have. */
  otherChoices?: Readonly<Record<string, string>>;
  /** The filters whose choices do not hold what the record has. */
  unofferedChoices?: readonly string[];
  /** Of the one-press choices, one that leaves the record out and one that shows it. */
  periods?: readonly [hides: string, shows: string];
  /** The button that copies something of the record. */
  copy?: { button: string; field: string };
  /** Entered fields that View does not show. */
  notInView?: readonly string[];
  /** The screen on which a Super Admin of another desk follows, where it is another one. */
  followedOn?: string;
}

const calls = ['Overdue', 'Next 7 days'] as const;
const interviews = ['Past', 'Next 7 days'] as const;
const candidateTexts = {
  entity: 'candidate',
  search: 'Search candidates',
  formLabels: { enrolledCourse: 'Enrolled Course' },
  filterLabels: { enrolledCourse: 'Course' },
} as const;
const inquiryTexts = {
  entity: 'inquiry',
  search: 'Search inquiries',
  deletes: true,
  deleteRefused: { role: 'HR', tooltip: 'Delete disabled for HR' },
  otherChoices: {
    internshipType: 'Full-Stack Development',
    interviewStatus: 'Cleared',
    leadStatus: 'Interested',
    assignedTo: 'Lakshmi Govindan',
    enrolledAs: ENROLLED.yes,
  },
  filterLabels: { enrolledAs: 'Enrolled' },
  // Whoever goes through the screens is known by the role alone.
  unofferedChoices: ['assignedTo', 'enrolledAs'],
} as const;

/** By route. */
const written: Readonly<Record<string, ScreenOffer>> = {
  '/candidate': {
    ...candidateTexts,
    list: 'candidates',
    add: 'Add Candidate',
    entered: [
      'fullName',
      'mobile',
      'email',
      'enrolledCourse',
      'interviewStatus',
      'interviewerName',
      'interviewDate',
      'paymentStatus',
    ],
    chosenFromRecords: ['interviewerName'],
    change: ['mobile', '90000 80001'],
    deletes: true,
    otherChoices: {
      enrolledCourse: 'Cloud',
      interviewStatus: 'Offer Letter Sent',
      paymentStatus: 'Not Paid',
    },
  },
  '/placementcell': {
    ...candidateTexts,
    list: 'placement',
    add: 'Add Candidate',
    entered: [
      'fullName',
      'mobile',
      'email',
      'enrolledCourse',
      'coreskill',
      'experience',
      'yearOfPassing',
      'city',
    ],
    change: ['coreskill', 'Ansible'],
    deletes: true,
    otherChoices: {
      enrolledCourse: 'Cloud',
      placementStatus: 'Placed',
      coreskill: 'nobody has this',
      experience: '5+ years',
      yearOfPassing: '2020',
      city: 'nowhere',
    },
  },
  '/followup': {
    ...candidateTexts,
    list: 'followups',
    change: ['discussion', 'Comes on Monday'],
    deletes: true,
    periods: calls,
  },
  '/allscheduledinterview': {
    ...candidateTexts,
    search: 'Search interviews',
    list: 'scheduledInterviews',
    change: ['mobile', '90000 80002'],
    deletes: true,
    periods: interviews,
  },
  '/upcominginterview': {
    ...candidateTexts,
    search: 'Search interviews',
    list: 'interviewer',
    change: ['discussion', 'Knows Terraform well'],
    otherChoices: { interviewStatus: 'Cleared' },
    unofferedChoices: ['interviewStatus'],
    periods: ['Over', 'To come'],
    notInView: ['paymentStatus'],
    followedOn: '/followup',
  },
  '/inquiry': {
    ...inquiryTexts,
    list: 'inquiries',
    add: 'Add Inquiry',
    entered: ['Name', 'mobile', 'internshipType', 'interviewStatus', 'leadStatus', 'notes'],
    change: ['notes', 'Pays in two parts'],
    notInView: ['Name', 'leadStatus'],
  },
  '/inquiryfollowup': {
    ...inquiryTexts,
    list: 'followups',
    change: ['notes', 'Call after the examination'],
    periods: calls,
    notInView: ['Name'],
  },
  '/contactsinquiry': {
    entity: 'contactInquiry',
    list: 'contacts',
    search: 'Search contacts',
    filterLabels: { inquiry: TAKEN_OVER.yes },
    otherChoices: { assignedTo: 'Lakshmi Govindan', inquiry: TAKEN_OVER.yes },
    unofferedChoices: ['assignedTo', 'inquiry'],
    change: ['notes', 'Called, moved to inquiries'],
    deletes: true,
  },
  '/addlinks': {
    entity: 'dataLink',
    list: 'links',
    search: 'Search links',
    add: 'Add Link',
    entered: ['purpose', 'link'],
    change: ['link', 'links.example.com/changed'],
    deletes: true,
    copy: { button: 'Copy link', field: 'link' },
  },
  '/hrlinks': {
    entity: 'hrRecord',
    list: 'hrRecords',
    search: 'Search HR records',
    add: 'Add HR',
    entered: ['hrName', 'companyName', 'companyEmail', 'personalPhone'],
    change: ['companyAddress', 'Kolhapur'],
    deletes: true,
  },
  '/addleadstatus': {
    entity: 'leadStatus',
    list: 'leadStatuses',
    search: 'Search lead statuses',
    add: 'Add Lead Status',
    entered: ['name'],
    change: ['name', 'walker-warm-lead'],
    deletes: true,
  },
  '/templates': {
    entity: 'messageTemplate',
    list: 'templates',
    search: 'Search templates',
    add: 'Add Template',
    entered: ['name', 'audience', 'text'],
    change: ['text', 'Hello {firstName}, walker wrote this'],
    deletes: true,
    readBy: 'HR',
    otherChoices: { channel: 'Email' },
  },
  '/addblogs': {
    entity: 'blog',
    list: 'blogs',
    search: 'Search blogs',
    add: 'Add Blog',
    entered: ['title', 'slug', 'category'],
    change: ['blogfor', 'Freshers'],
    deletes: true,
  },
  '/addjobs': {
    entity: 'job',
    list: 'jobs',
    search: 'Search jobs',
    add: 'Add Job',
    entered: ['title', 'email', 'location'],
    change: ['experience', 'Two years'],
    deletes: true,
  },
  '/addrole': {
    entity: 'role',
    list: 'roles',
    search: 'Search roles',
    add: 'Add Role',
    entered: ['name'],
    change: ['name', 'walker-coach'],
    deletes: true,
  },
  '/assignrole': {
    entity: 'roleAssignment',
    list: 'roleAssignments',
    search: 'Search name, email or role',
    add: 'Assign Role',
    needs: 'user',
    entered: ['userEmail', 'roleName'],
    formLabels: { userEmail: 'User', roleName: 'Role' },
    chosenFromRecords: ['userEmail', 'roleName'],
    change: ['roleName', 'Student'],
    deletes: true,
    copy: { button: 'Copy email of', field: 'userEmail' },
  },
  '/addemployee': {
    entity: 'user',
    list: 'employees',
    search: 'Search by name or email',
    add: 'Add Employee',
    entered: ['name', 'email', 'mobileNumber'],
    change: ['meetingLink', 'meet.example.com/room'],
    deletes: true,
  },
  '/employeedetails': {
    entity: 'user',
    list: 'directory',
    search: 'Search by name or email',
  },
  '/careerslide': {
    entity: 'careerSlide',
    list: 'careerSlides',
    search: 'Search career slides',
    change: ['headline', 'Learn by doing'],
  },
};

/** What the screen offers somebody with the role; none where it has no list. */
export function offerOf(route: Route, role: Role): ScreenOffer | undefined {
  const offer = wholeOfferOf(route);
  if (offer?.readBy !== role) return offer;
  const { add: _add, change: _change, deletes: _deletes, ...read } = offer;
  return read;
}

/** Written above, or what a usual screen of the entity offers. */
function wholeOfferOf({ path, shows }: Route): ScreenOffer | undefined {
  const offer = written[path];
  if (offer || shows === undefined || screenExtras[path]) return offer;
  const entity = entityOf(shows);
  const [list] = Object.keys(entity.lists);
  if (list === undefined) return undefined;
  const columns = entity.lists[list]?.columns ?? [];
  const kindsEntered = ['text', 'longText', 'email', 'phone', 'option', 'options'];
  const fields = storedFields(entity).filter(([, field]) => !field.serverSet);
  const changed = fields.find(([name, { kind }]) =>
    kind === 'text' || kind === 'longText' ? name !== entity.title && columns.includes(name) : false,
  );
  return {
    entity: shows,
    list,
    search: `Search ${inSentence(entity.plural)}`,
    add: `Add ${entity.label}`,
    entered: fields.flatMap(([name, { kind }]) => (kindsEntered.includes(kind) ? [name] : [])),
    ...(changed && { change: [changed[0], 'Changed on a walk'] as const }),
    deletes: true,
  };
}

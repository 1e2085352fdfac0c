import { formatRupees } from '#shared/format/numbers.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { TodayRow } from '#shared/protocol/today.ts';
import { personOf, type Person } from '../../components/activities/person.ts';

const KINDS: Readonly<Record<TodayRow['entity'], string>> = {
  candidate: 'Candidate',
  inquiry: 'Inquiry',
  contactInquiry: 'Website contact',
};

/** What a row says of its record, whichever entity it is of. */
export interface RowContent {
  /** What people call the person; the number or the kind where there is no name. */
  title: string;
  /** What it is, with what the person learns or asks about. */
  kind: string;
  phone: string;
  /** The number for chats, where there is another. */
  chat: unknown;
  email: string;
  /** What was said or written last, on one line. */
  note: string;
  /** What is still to be paid; '' where nothing is, or nothing is known. */
  open: string;
  owner: string;
  interviewer: string;
  /** Whom a call is logged about; null for a contact, who is no person of the office yet. */
  person: Person | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): number => (typeof value === 'number' ? value : 0);

export function contentOf({ entity, record, references }: TodayRow): RowContent {
  const of = (name: string): string => text(record[name]);
  const courses = record['enrolledCourse'];
  const about = Array.isArray(courses) ? courses.join(', ') : of('internshipType');
  const phone = of('mobile');
  const title = text(record[entityOf(entity).title]) || phone || KINDS[entity];
  return {
    title,
    kind: about === '' ? KINDS[entity] : `${KINDS[entity]} · ${about}`,
    phone,
    chat: record['whatsapp'],
    email: of('email'),
    note: (of('discussion') || of('notes') || of('message')).replace(/\s+/g, ' ').trim(),
    open: openAmount(record),
    owner: references['map'] ?? references['assignedTo'] ?? '',
    interviewer: of('interviewerName'),
    person: personOf(entityOf(entity), record),
  };
}

function openAmount(record: TodayRow['record']): string {
  const open = amount(record['fee']) - amount(record['recievedAmount']);
  if (record['paymentStatus'] === 'Fully Paid' || open <= 0) return '';
  return `${formatRupees(open)} to pay`;
}

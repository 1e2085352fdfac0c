import type { ReactNode } from 'react';
import { contactDeletion, contactForm } from '../../components/contact-form/contact-form.ts';
import { addedPeriods } from '../../components/list-screen/added-periods.ts';
import { TAKEN_OVER } from '#shared/model/contact-inquiry.ts';
import { becameMark } from '../../components/record-links/became-mark.tsx';
import { withTakeOver } from '../../components/whose/take-over.ts';
import { useRoomForOwner } from '../../components/whose/use-room-for-owner.ts';
import { LeadTakersButton } from '../../components/whose/whose-buttons.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { ConnectWebsite } from './connect-website.tsx';

/** Messages from the public website's contact form; they are made there and worked on here (section 2.18). */
export function ContactsScreen(): ReactNode {
  const hasRoom = useRoomForOwner();
  return (
    <ListScreen
      entity="contactInquiry"
      list="contacts"
      heading="Contacts Inquiry"
      failure="Failed to fetch contacts"
      searchLabel="Search contacts"
      quickFilter={addedPeriods}
      actionHeading="Actions"
      filterLabels={filterLabels}
      filterOptions={filterOptions}
      rowActions={withTakeOver}
      tools={<LeadTakersButton />}
      columns={wideColumns}
      narrowLines={3}
      narrowColumns={hasRoom ? narrowColumns : smallestColumns}
      form={contactForm}
      deletion={contactDeletion}
      emptyHint={<ConnectWebsite />}
    />
  );
}

const filterLabels = { inquiry: TAKEN_OVER.yes };
const filterOptions = { inquiry: [TAKEN_OVER.yes, TAKEN_OVER.no] };
const mark = becameMark('contactInquiry', 'inquiry', TAKEN_OVER.yes);

/** The message is what the visitor came for: most of the room is its. */
const wideColumns = {
  name: { flex: 0.8, minWidth: 150, mark },
  email: { flex: 1, minWidth: 190 },
  message: { flex: 2.6, minWidth: 160 },
  notes: { flex: 1.6, minWidth: 140 },
};

const narrowColumns = {
  name: { flex: 0.5, minWidth: 122, mark },
  email: { flex: 0.8, minWidth: 150 },
  message: { flex: 2, minWidth: 150 },
  notes: { flex: 1.2, minWidth: 104 },
};

const smallestColumns = { ...narrowColumns, assignedTo: false } as const;

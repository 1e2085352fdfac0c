import { contactInquiryAlsoCalled } from './also-called.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { email, longText, phone, reference, text } from './field.ts';
import { everything } from '#shared/access/grants.ts';
import { leadOwner } from './lead-owner.ts';

/** Words of the filter that tells those who were taken over. */
export const TAKEN_OVER = { yes: 'Taken over', no: 'Not taken over' } as const;

/** Section 3.3: a message from the public website's contact form. */
export const contactInquiry = defineEntity({
  name: 'contactInquiry',
  label: 'Contact inquiry',
  plural: 'Contact inquiries',
  path: 'contacts',
  title: 'name',
  person: [],
  fields: {
    name: text('Name', { sortable: true }),
    email: email('Email'),
    mobile: phone('Mobile'),
    message: longText('Message'),
    notes: longText('Notes'),
    /** Who answers it: in turn those who take new leads, where anybody does. */
    assignedTo: reference('Assigned To', leadOwner, { indexed: true }),
    /** The inquiry that it was taken over into. */
    inquiry: reference(
      'Inquiry',
      { entity: 'inquiry', display: 'Name' },
      { ofOne: true, indexed: true, followed: true },
    ),
  },
  alsoCalled: contactInquiryAlsoCalled,
  searchScopes: { default: ['name', 'email', 'mobile', 'message'] },
  lists: {
    contacts: {
      columns: ['name', 'email', 'mobile', 'message', 'notes', 'assignedTo'],
      filters: ['assignedTo', 'inquiry'],
      mine: 'assignedTo',
      carries: ['inquiry'],
      linkChoices: {
        inquiry: { [TAKEN_OVER.yes]: { empty: false }, [TAKEN_OVER.no]: { empty: true } },
      },
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No contact inquiries found',
    },
  },
  access: { 'Super Admin': everything, Admin: everything, HR: everything },
});

export type ContactInquiry = RecordOf<typeof contactInquiry>;

import { defineEntity, type RecordOf } from './entity.ts';
import { email, longText, phone, reference, text } from './field.ts';
import { everything } from '#shared/access/grants.ts';

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
    assignedTo: reference('Assigned To', { entity: 'user', display: 'name' }, { indexed: true }),
    /** The inquiry that it was taken over into. */
    inquiry: reference('Inquiry', { entity: 'inquiry', display: 'Name' }, { ofOne: true, indexed: true }),
  },
  searchScopes: { default: ['name', 'email', 'mobile', 'message'] },
  lists: {
    contacts: {
      columns: ['name', 'email', 'mobile', 'message', 'notes'],
      filters: [],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No contact inquiries found',
    },
  },
  access: { 'Super Admin': everything, Admin: everything, HR: everything },
});

export type ContactInquiry = RecordOf<typeof contactInquiry>;

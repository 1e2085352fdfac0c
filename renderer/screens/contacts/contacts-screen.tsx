import type { ReactNode } from 'react';
import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { ConnectWebsite } from './connect-website.tsx';

/** Messages from the public website's contact form; they are made there and worked on here (section 2.18). */
export function ContactsScreen(): ReactNode {
  return (
    <ListScreen
      entity="contactInquiry"
      list="contacts"
      heading="Contacts Inquiry"
      failure="Failed to fetch contacts"
      searchLabel="Search contacts"
      actionHeading="Actions"
      columns={columns}
      form={form}
      deletion={deletion}
      emptyHint={<ConnectWebsite />}
    />
  );
}

const columns = {
  email: { flex: 1.6, minWidth: 190 },
  message: { flex: 1.8, minWidth: 160 },
  notes: { flex: 1.4, minWidth: 140 },
};

const form: RecordFormSettings = {
  entity: 'contactInquiry',
  sections: [{ title: 'Contact', fields: ['name', 'email', 'mobile', 'message', 'notes'] }],
  titles: { add: 'Add Contact', edit: 'Edit Contact', view: 'View Contact' },
  save: { add: 'Save Contact', edit: 'Update Contact' },
  done: {
    add: { title: 'Added!', message: 'New contact has been added.' },
    edit: { title: 'Updated!', message: 'Contact updated successfully.' },
  },
  failures: { load: 'Failed to fetch contact', save: 'Failed to update contact' },
};

/** Section 8. */
const deletion: DeletionTexts = {
  title: 'Are you sure?',
  message: 'This will permanently delete the contact.',
  done: { title: 'Deleted!', message: 'Contact has been deleted.' },
  failure: 'Failed to delete contact',
};

import type { ReactNode } from 'react';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { usualDeletion, usualTexts } from '../../components/record-form/usual-texts.ts';
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
  ...usualTexts('Contact'),
  failures: { load: 'Failed to fetch contact', save: 'Failed to update contact' },
};

/** Section 8. */
const deletion = usualDeletion('Contact', 'Failed to delete contact');

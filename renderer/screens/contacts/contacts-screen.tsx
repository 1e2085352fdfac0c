import type { ReactNode } from 'react';
import { addedPeriods } from '../../components/list-screen/added-periods.ts';
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
      quickFilter={addedPeriods}
      actionHeading="Actions"
      columns={wideColumns}
      narrowLines={3}
      narrowColumns={narrowColumns}
      form={form}
      deletion={deletion}
      emptyHint={<ConnectWebsite />}
    />
  );
}

/** The message is what the visitor came for: most of the room is its. */
const wideColumns = {
  name: { flex: 0.8, minWidth: 150 },
  email: { flex: 1, minWidth: 190 },
  message: { flex: 2.6, minWidth: 160 },
  notes: { flex: 1.6, minWidth: 140 },
};

const narrowColumns = {
  name: { flex: 0.5, minWidth: 100 },
  email: { flex: 0.8, minWidth: 150 },
  message: { flex: 2, minWidth: 150 },
  notes: { flex: 1.2, minWidth: 120 },
};

const form: RecordFormSettings = {
  entity: 'contactInquiry',
  sections: [{ title: 'Contact', fields: ['name', 'email', 'mobile', 'message', 'notes'] }],
  ...usualTexts('Contact'),
  failures: { load: 'Failed to fetch contact', save: 'Failed to update contact' },
};

/** Section 8. */
const deletion = usualDeletion('Contact', 'Failed to delete contact');

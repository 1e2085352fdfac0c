import type { DeletionTexts } from '../list-screen/delete-record.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { usualDeletion, usualTexts } from '../record-form/usual-texts.ts';
import { RecordLinkView } from '../record-links/record-link-view.tsx';
import { takeOverInView } from '../whose/take-over.ts';

/** A message of the public website's contact form, as it is worked on here. */
export const contactForm: RecordFormSettings = {
  entity: 'contactInquiry',
  sections: [
    {
      title: 'Contact',
      fields: [
        'name',
        'email',
        'mobile',
        'assignedTo',
        'message',
        'notes',
        { name: 'inquiry', view: RecordLinkView, modes: ['view'], whenFilled: true },
      ],
    },
  ],
  viewAction: takeOverInView,
  ...usualTexts('Contact'),
  failures: { load: 'Failed to fetch contact', save: 'Failed to update contact' },
};

/** Section 8. */
export const contactDeletion: DeletionTexts = usualDeletion('Contact', 'Failed to delete contact');

import { CONSENT_FIELDS } from '#shared/model/consent.ts';
import { LeadStatusView } from '../lead-status/lead-status-badge.tsx';
import { NextCallInput } from '../next-call/next-call-input.tsx';
import { enrolInView } from '../whose/enrol.ts';
import { ownLead } from '../whose/own-lead.ts';
import { withEveryField } from '../record-form/every-field.ts';
import type { FormField } from '../record-form/form-settings.ts';
import { RecordLinkView } from '../record-links/record-link-view.tsx';
import { oneOf } from '../record-form/one-of.ts';
import { usualDeletion, usualTexts } from '../record-form/usual-texts.ts';

const nextCall: FormField = { name: 'nextCall', input: NextCallInput, span: 'full' };

/** In a view: its colour, as in the list. */
const leadStatus: FormField = { name: 'leadStatus', view: LeadStatusView };

/** What it came from and what became of it, each with the way there. */
const enrolledAs: FormField = { name: 'enrolledAs', view: RecordLinkView, whenFilled: true };
const contact: FormField = { name: 'contact', view: RecordLinkView, whenFilled: true };

/** In a view: what was written down of it. */
const consent = CONSENT_FIELDS.map((name): FormField => ({ name, whenFilled: true }));

const texts = {
  entity: 'inquiry',
  ...usualTexts('Inquiry'),
  ...ownLead,
  viewAction: enrolInView,
  // Nobody could be called back, and HR could not delete the row.
  problems: oneOf(['Name', 'mobile'], 'Give a name or a mobile number'),
} as const;

const saveFailures = { add: 'Failed to add inquiry.', edit: 'Failed to update inquiry.' };

/** The dialogs of the Interns list (section 2.8), with every field of section 3.2. */
export const inquiryForm = withEveryField({
  ...texts,
  sections: [
    {
      title: 'Inquiry',
      fields: [
        'Name',
        'mobile',
        'internshipType',
        'leadStatus',
        'interviewStatus',
        'statusType',
        'assignedTo',
        'notes',
        nextCall,
        ...CONSENT_FIELDS,
      ],
    },
  ],
  viewSections: [
    {
      title: 'Inquiry',
      fields: [
        'mobile',
        { name: 'internshipType', label: 'Internship' },
        { name: 'interviewStatus', label: 'Interview' },
        'statusType',
        leadStatus,
        'assignedTo',
        'nextCall',
        'notes',
        enrolledAs,
        contact,
        ...consent,
      ],
    },
  ],
  failures: {
    load: { view: 'Failed to fetch intern details.', edit: 'Failed to fetch intern for editing.' },
    save: saveFailures,
  },
});

/** The dialogs of the follow-ups (section 2.9): what a call changes stands first. */
export const followupForm = withEveryField({
  ...texts,
  sections: [
    {
      title: 'Inquiry',
      fields: [
        'notes',
        nextCall,
        'leadStatus',
        'interviewStatus',
        'Name',
        'mobile',
        'internshipType',
        'statusType',
        'assignedTo',
        ...CONSENT_FIELDS,
      ],
    },
  ],
  viewSections: [
    {
      title: 'Inquiry',
      fields: [
        'mobile',
        { name: 'internshipType', label: 'Internship' },
        { name: 'interviewStatus', label: 'Interview' },
        'statusType',
        leadStatus,
        'assignedTo',
        'nextCall',
        'notes',
        enrolledAs,
        contact,
        ...consent,
      ],
    },
  ],
  failures: {
    load: { view: 'Failed to fetch inquiry details.', edit: 'Failed to fetch inquiry for edit.' },
    save: saveFailures,
  },
});

/** Section 8, for each of the two lists. */
export const inquiryDeletion = usualDeletion('Inquiry', 'Failed to delete.');
export const followupDeletion = usualDeletion('Inquiry', 'Failed to delete inquiry.');

/** The tooltip of Delete where the role may not (section 6). */
export const DELETE_REFUSED = 'Delete disabled for HR';

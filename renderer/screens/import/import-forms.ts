import type { ImportableEntity } from '#shared/protocol/import.ts';
import { candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { contactForm } from '../../components/contact-form/contact-form.ts';
import { hrRecordForm } from '../../components/hr-record-form/hr-record-form.ts';
import { inquiryForm } from '../../components/inquiry-form/inquiry-form.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';

/** The form by which one of them is filled by hand: its inputs are offered for all rows too. */
export const importForms: Readonly<Record<ImportableEntity, RecordFormSettings>> = {
  candidate: candidateForm,
  inquiry: inquiryForm,
  hrRecord: hrRecordForm,
  contactInquiry: contactForm,
};

import type { EntityName } from '#shared/model/entities.ts';
import { useEffect, type ReactNode } from 'react';
import { candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { contactForm } from '../../components/contact-form/contact-form.ts';
import { hrRecordForm } from '../../components/hr-record-form/hr-record-form.ts';
import { inquiryForm } from '../../components/inquiry-form/inquiry-form.ts';
import { putAwayShown, useShownRecord } from '../../components/known-contact/shown-record.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { RecordFormDialog } from '../../components/record-form/record-form.tsx';
import { employeeForm } from '../../screens/employees/employee-form.ts';

const forms: Readonly<Partial<Record<EntityName, RecordFormSettings>>> = {
  candidate: candidateForm,
  inquiry: inquiryForm,
  hrRecord: hrRecordForm,
  contactInquiry: contactForm,
  user: employeeForm,
};

/** Shows the record of shown-record.ts, over whatever asked for it. */
export function ShownRecordHost(): ReactNode {
  const open = useShownRecord((shown) => shown.open);
  // What was open for one who has signed out is not for the next.
  useEffect(() => putAwayShown, []);
  const settings = open && forms[open.entity];
  if (!open || !settings) return null;
  return (
    <RecordFormDialog
      key={`${open.entity} ${open.id}`}
      settings={settings}
      mode="view"
      id={open.id}
      over
      onClose={putAwayShown}
    />
  );
}

import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DELETE_REFUSED, inquiryDeletion, inquiryForm } from '../../components/inquiry-form/inquiry-form.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { datesColumn } from './dates-column.tsx';
import { NameColumnToggle } from './name-column-toggle.tsx';

/** Internship inquiries, newest first (section 2.8). */
export function InquiriesScreen(): ReactNode {
  const [nameExpanded, setNameExpanded] = useLocalStorage({
    key: 'inquiry-names-expanded',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return (
    <ListScreen
      entity="inquiry"
      list="inquiries"
      heading="Inquiries"
      failure="Failed to load students."
      addLabel="Add Inquiry"
      searchLabel="Search inquiries"
      filtersFromData={fromData}
      numberHeading="S N"
      actionHeading="Actions"
      columns={nameExpanded ? expanded : collapsed}
      tools={<NameColumnToggle expanded={nameExpanded} onChange={setNameExpanded} />}
      form={inquiryForm}
      deletion={inquiryDeletion}
      deletionRefused={DELETE_REFUSED}
    />
  );
}

const fromData = ['internshipType'];

const columns = {
  internshipType: { flex: 1, minWidth: 136 },
  notes: { flex: 1.8, minWidth: 106 },
  leadStatus: { flex: 0.6, minWidth: 126 },
  createdAt: datesColumn,
  updatedAt: false,
} as const;

const expanded = { ...columns, Name: { flex: 1, minWidth: 146 } };
/** Enough to know the row by; the whole name is shown while the pointer is on it. */
const collapsed = { ...columns, Name: { flex: 0, width: 84, minWidth: 60 } };

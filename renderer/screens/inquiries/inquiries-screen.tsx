import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import { DELETE_REFUSED, inquiryDeletion, inquiryForm } from '../../components/inquiry-form/inquiry-form.ts';
import { leadStatusColumn } from '../../components/lead-status/lead-status-badge.tsx';
import { enrolledFilter, enrolledMark } from '../../components/inquiry-form/enrolled.ts';
import { addedPeriods } from '../../components/list-screen/added-periods.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { withEnrol } from '../../components/whose/enrol.ts';
import { useRoomForOwner } from '../../components/whose/use-room-for-owner.ts';
import { HandOverButton } from '../../components/whose/whose-buttons.tsx';
import { datesColumn } from './dates-column.tsx';
import { NameColumnToggle } from './name-column-toggle.tsx';

type Columns = Readonly<Record<string, ColumnSettings | false>>;

/** Internship inquiries, newest first (section 2.8). */
export function InquiriesScreen(): ReactNode {
  const [nameExpanded, setNameExpanded] = useLocalStorage({
    key: 'inquiry-names-expanded',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const hasRoom = useRoomForOwner();
  const name = nameExpanded ? 'expanded' : 'collapsed';
  return (
    <ListScreen
      entity="inquiry"
      list="inquiries"
      heading="Inquiries"
      failure="Failed to load students."
      addLabel="Add Inquiry"
      searchLabel="Search inquiries"
      quickFilter={addedPeriods}
      filtersFromData={fromData}
      filterLabels={enrolledFilter.labels}
      filterOptions={enrolledFilter.options}
      numberHeading="S N"
      actionHeading="Actions"
      columns={wideColumns[name]}
      narrowLines={3}
      narrowColumns={(hasRoom ? narrowColumns : smallestColumns)[name]}
      gridTools={<NameColumnToggle expanded={nameExpanded} onChange={setNameExpanded} />}
      tools={<HandOverButton />}
      {...(hasRoom ? { rowActions: withEnrol } : {})}
      form={inquiryForm}
      deletion={inquiryDeletion}
      deletionRefused={DELETE_REFUSED}
    />
  );
}

const fromData = ['internshipType'];

/** Enough to know the row by; the whole name is shown while the pointer is on it. */
const collapsedName = { flex: 0, width: 64, minWidth: 60 };

function withName(columns: Columns, expandedName: ColumnSettings): Record<'expanded' | 'collapsed', Columns> {
  return {
    expanded: { ...columns, Name: { ...expandedName, mark: enrolledMark } },
    collapsed: { ...columns, Name: collapsedName },
  };
}

const wideColumns = withName(
  {
    internshipType: { flex: 1, minWidth: 136 },
    notes: { flex: 1.8, minWidth: 106 },
    leadStatus: { ...leadStatusColumn, flex: 0.6, minWidth: 126 },
    assignedTo: { flex: 0.7, minWidth: 110 },
    createdAt: datesColumn,
    updatedAt: false,
  },
  { flex: 1, minWidth: 146 },
);

const narrow = {
  internshipType: { flex: 0.8, minWidth: 112 },
  notes: { flex: 2, minWidth: 72 },
  leadStatus: { ...leadStatusColumn, flex: 0.4, minWidth: 112 },
  assignedTo: { flex: 0.4, minWidth: 84 },
  createdAt: { ...datesColumn, width: 168 },
  updatedAt: false,
} as const;
const narrowColumns = withName(narrow, { flex: 2.2, minWidth: 82 });
const smallestColumns = withName(
  {
    ...narrow,
    internshipType: { flex: 0.8, minWidth: 98 },
    notes: { flex: 1.8, minWidth: 62 },
    assignedTo: false,
    createdAt: { ...datesColumn, width: 160 },
  },
  { flex: 1.2, minWidth: 82 },
);

import type { ReactNode } from 'react';
import {
  DELETE_REFUSED,
  followupDeletion,
  followupForm,
} from '../../components/inquiry-form/inquiry-form.ts';
import { enrolledFilter, enrolledMark } from '../../components/inquiry-form/enrolled.ts';
import { useLastActivityColumn } from '../../components/activities/last-activity.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { useIsNarrow } from '../../components/list-screen/use-narrow.ts';
import { inquiryCallPeriods } from '../../components/next-call/next-call-periods.ts';
import { withEnrol } from '../../components/whose/enrol.ts';
import { useRoomForOwner } from '../../components/whose/use-room-for-owner.ts';
import { HandOverButton } from '../../components/whose/whose-buttons.tsx';
import { nextCallColumn, stackedNextCallColumn } from '../../components/next-call/next-call.tsx';

/** Whom to call next about an internship: the earliest call first, inquiries without one last (section 2.9). */
export function InquiryFollowupsScreen(): ReactNode {
  const hasRoom = useRoomForOwner();
  const lastActivity = useLastActivityColumn('inquiry', useIsNarrow());
  return (
    <ListScreen
      entity="inquiry"
      list="followups"
      heading="Inquiry Follow Up"
      failure="Failed to fetch inquiries"
      searchLabel="Search inquiries"
      quickFilter={inquiryCallPeriods}
      filtersFromData={fromData}
      filterLabels={enrolledFilter.labels}
      filterOptions={enrolledFilter.options}
      actionHeading="Actions"
      columns={wideColumns}
      narrowLines={3}
      narrowColumns={hasRoom ? narrowColumns : smallestColumns}
      extraColumn={lastActivity}
      logsCalls
      tools={<HandOverButton />}
      rowActions={withEnrol}
      form={followupForm}
      deletion={followupDeletion}
      deletionRefused={DELETE_REFUSED}
    />
  );
}

const fromData = ['internshipType'];
const wideColumns = {
  Name: { flex: 1.2, minWidth: 140, mark: enrolledMark },
  internshipType: { flex: 0.9, minWidth: 150 },
  nextCall: nextCallColumn,
};

/** What was said in the last call is read before the next one. */
const narrowColumns = {
  Name: { flex: 0.7, minWidth: 110, mark: enrolledMark },
  internshipType: { flex: 0.6, minWidth: 112 },
  notes: { flex: 2.4, minWidth: 140 },
  nextCall: stackedNextCallColumn,
};

const smallestColumns = { ...narrowColumns, assignedTo: false } as const;

import type { ReactNode } from 'react';
import {
  candidateDeletion,
  candidateForm,
  FOLLOW_UP_SECTION,
  studentFailures,
} from '../../components/candidate-form/candidate-form.ts';
import { useLastActivityColumn } from '../../components/activities/last-activity.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { nextCallPeriods } from '../../components/next-call/next-call-periods.ts';
import { stackedNextCallColumn } from '../../components/next-call/next-call.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { useRoomForOwner } from '../../components/whose/use-room-for-owner.ts';

/** Candidates in the order of their next calls; those without one come last (section 2.10). */
export function CandidateFollowupsScreen(): ReactNode {
  const lastActivity = useLastActivityColumn('candidate', true);
  const smallColumns = useRoomForOwner() ? narrowColumns : smallestColumns;
  return (
    <ListScreen
      entity="candidate"
      list="followups"
      heading="Candidate Follow Up"
      failure="Failed to load students."
      searchLabel="Search candidates"
      quickFilter={nextCallPeriods}
      columns={wideColumns}
      lines={2}
      narrowLines={3}
      narrowColumns={lastActivity ? fullColumns : smallColumns}
      extraColumn={lastActivity}
      logsCalls
      numberHeading="S N"
      form={followupForm}
      deletion={candidateDeletion}
    />
  );
}

/** Ten columns, with the actions in sight and notes that can be read. */
const wideColumns = {
  fullName: { flex: 0.8, minWidth: 172 },
  enrolledCourse: { flex: 0.5, minWidth: 132 },
  interviewStatus: { width: 206 },
  discussion: { flex: 2.2 },
  nextCall: { ...stackedNextCallColumn, flex: 0.1, minWidth: 176 },
  map: { flex: 0.5, minWidth: 148 },
};

/** Names, courses and who handles it are whole words; where that is too much, the list scrolls beside its actions. */
const narrowColumns = {
  fullName: { flex: 0.2, minWidth: 102 },
  enrolledCourse: { flex: 0.2, minWidth: 80 },
  interviewStatus: { flex: 0.2, minWidth: 112 },
  discussion: { flex: 4, minWidth: 96 },
  nextCall: { ...stackedNextCallColumn, flex: 0.2, minWidth: 113 },
  map: { flex: 0.2, minWidth: 84 },
};

const smallestColumns = {
  fullName: { flex: 0.9, minWidth: 80 },
  enrolledCourse: { flex: 0.6, minWidth: 62 },
  interviewStatus: { flex: 1, minWidth: 106 },
  discussion: { flex: 1.9, minWidth: 68 },
  nextCall: { ...stackedNextCallColumn, flex: 1.1, minWidth: 104 },
  map: { flex: 0.7, minWidth: 68 },
};

/** With the last activity among them, no wider than whole names and statuses need. */
const fullColumns = {
  fullName: { flex: 0.1, minWidth: 102 },
  enrolledCourse: { flex: 0.1, minWidth: 80 },
  interviewStatus: { flex: 0.1, minWidth: 122 },
  discussion: { flex: 4, minWidth: 96 },
  nextCall: { ...stackedNextCallColumn, flex: 0.1, minWidth: 114 },
  map: { flex: 0.1, minWidth: 84 },
};

const followupForm: RecordFormSettings = {
  ...candidateForm,
  startAt: FOLLOW_UP_SECTION,
  failures: studentFailures,
};

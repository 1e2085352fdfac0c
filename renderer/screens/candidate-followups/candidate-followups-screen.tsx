import type { ReactNode } from 'react';
import {
  candidateDeletion,
  candidateForm,
  FOLLOW_UP_SECTION,
  studentFailures,
} from '../../components/candidate-form/candidate-form.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { nextCallPeriods } from '../../components/next-call/next-call-periods.ts';
import { shortNextCallColumn } from '../../components/next-call/short-next-call-column.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';

/** Candidates in the order of their next calls; those without one come last (section 2.10). */
export function CandidateFollowupsScreen(): ReactNode {
  return (
    <ListScreen
      entity="candidate"
      list="followups"
      heading="Candidate Follow Up"
      failure="Failed to load students."
      searchLabel="Search candidates"
      quickFilter={nextCallPeriods}
      columns={wideColumns}
      narrowColumns={narrowColumns}
      numberHeading="S N"
      form={followupForm}
      deletion={candidateDeletion}
    />
  );
}

/** Nine columns, with the actions in sight and notes that can be read. */
const wideColumns = {
  fullName: { flex: 0.8, minWidth: 150 },
  enrolledCourse: { flex: 0.5, minWidth: 132 },
  interviewStatus: { width: 206 },
  discussion: { flex: 2.2 },
  nextCall: shortNextCallColumn,
  map: { flex: 0.5, minWidth: 148 },
};

const narrowColumns = {
  fullName: { flex: 0.6, minWidth: 108 },
  mobile: { width: 140 },
  enrolledCourse: { flex: 0.4, minWidth: 88 },
  interviewStatus: { width: 140 },
  discussion: { flex: 2.4 },
  nextCall: { ...shortNextCallColumn, width: 156 },
  map: { flex: 0.4, minWidth: 103 },
};

const followupForm: RecordFormSettings = {
  ...candidateForm,
  startAt: FOLLOW_UP_SECTION,
  failures: studentFailures,
};

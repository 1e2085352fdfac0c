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
      columns={columns}
      numberHeading="S N"
      form={followupForm}
      deletion={candidateDeletion}
    />
  );
}

// Nine columns at 1366 pixels, with the actions in sight.
const columns = {
  fullName: { minWidth: 112 },
  enrolledCourse: { minWidth: 84 },
  interviewStatus: { minWidth: 136 },
  discussion: { flex: 1.4, minWidth: 90 },
  nextCall: shortNextCallColumn,
  map: { flex: 0.7, minWidth: 90 },
};

const followupForm: RecordFormSettings = {
  ...candidateForm,
  startAt: FOLLOW_UP_SECTION,
  failures: studentFailures,
};

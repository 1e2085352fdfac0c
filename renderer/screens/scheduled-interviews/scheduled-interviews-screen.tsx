import type { ReactNode } from 'react';
import {
  candidateDeletion,
  candidateForm,
  INTERVIEW_SECTION,
} from '../../components/candidate-form/candidate-form.ts';
import { interviewPeriods } from '../../components/candidate-form/interview-periods.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';

/** Interviews that are to come, by their time; those without a time come last (section 2.12). */
export function ScheduledInterviewsScreen(): ReactNode {
  return (
    <ListScreen
      entity="candidate"
      list="scheduledInterviews"
      heading="Scheduled Interviews"
      failure="Failed to load candidates"
      searchLabel="Search interviews"
      quickFilter={interviewPeriods}
      columns={wideColumns}
      narrowLines={2}
      narrowColumns={narrowColumns}
      numberHeading="S N"
      form={scheduledInterviewForm}
      deletion={candidateDeletion}
    />
  );
}

const wideColumns = {
  fullName: { flex: 1.3, minWidth: 124 },
  enrolledCourse: { flex: 0.7, minWidth: 84 },
  // An interviewer's name is looked for by eye all day.
  interviewerName: { minWidth: 128 },
  interviewDate: { emptyText: 'Date Not Set', width: 196 },
  interviewStatus: { width: 142 },
};

const narrowColumns = {
  enrolledCourse: { flex: 0.7 },
  interviewDate: { emptyText: 'Date Not Set', flex: 1.2, minWidth: 112 },
};

const scheduledInterviewForm: RecordFormSettings = { ...candidateForm, startAt: INTERVIEW_SECTION };

import { COURSE_FILTER } from '#shared/model/candidate.ts';
import type { ReactNode } from 'react';
import { candidateDeletion, candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';

/** All candidates, newest first (section 2.5). */
export function CandidatesScreen(): ReactNode {
  return (
    <ListScreen
      entity="candidate"
      list="candidates"
      heading="Candidates"
      failure="Failed to load candidates"
      addLabel="Add Candidate"
      searchLabel="Search candidates"
      filterLabels={filterLabels}
      filterOptions={filterOptions}
      columns={columns}
      numberHeading="S/N"
      form={candidateForm}
      deletion={candidateDeletion}
    />
  );
}

const columns = { map: { minWidth: 130 } };
const filterLabels = { enrolledCourse: 'Course', map: 'Handled By' };
const filterOptions = { enrolledCourse: COURSE_FILTER };

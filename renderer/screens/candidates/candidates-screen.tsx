import { COURSE_FILTER } from '#shared/model/candidate.ts';
import type { ReactNode } from 'react';
import { candidateDeletion, candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { addedPeriods } from '../../components/list-screen/added-periods.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { HandOverButton } from '../../components/whose/whose-buttons.tsx';

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
      quickFilter={addedPeriods}
      filterLabels={filterLabels}
      filterOptions={filterOptions}
      columns={wideColumns}
      narrowLines={2}
      narrowColumns={narrowColumns}
      numberHeading="S/N"
      tools={<HandOverButton />}
      form={candidateForm}
      deletion={candidateDeletion}
    />
  );
}

const wideColumns = { map: { minWidth: 130 } };
/** Neither a name nor an address is cut: these take two lines. */
const narrowColumns = { enrolledCourse: { flex: 0.7 }, map: { flex: 0.8 } };
const filterLabels = { enrolledCourse: 'Course', map: 'Handled By' };
const filterOptions = { enrolledCourse: COURSE_FILTER };

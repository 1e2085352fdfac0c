import { COURSE_FILTER } from '#shared/model/candidate.ts';
import type { ReactNode } from 'react';
import { candidateDeletion, candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { addedPeriods } from '../../components/list-screen/added-periods.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { CvButton, CvDrop } from '../../components/documents/candidate-from-cv.tsx';
import { HandOverButton } from '../../components/whose/whose-buttons.tsx';

/** All candidates, newest first (section 2.5). */
export function CandidatesScreen(): ReactNode {
  return (
    <CvDrop>
      <ListScreen
        entity="candidate"
        list="candidates"
        heading="Candidates"
        failure="Failed to load candidates"
        addLabel="Add Candidate"
        searchLabel="Search candidates"
        inDocuments={inCvs}
        quickFilter={addedPeriods}
        filterLabels={filterLabels}
        filterOptions={filterOptions}
        columns={wideColumns}
        narrowLines={2}
        narrowColumns={narrowColumns}
        numberHeading="S/N"
        tools={
          <>
            <HandOverButton />
            <CvButton />
          </>
        }
        form={candidateForm}
        deletion={candidateDeletion}
      />
    </CvDrop>
  );
}

const inCvs = { label: 'In CVs', emptyText: 'No CV says so.' };
const wideColumns = { map: { minWidth: 130 } };
/** Neither a name nor an address is cut: these take two lines. */
const narrowColumns = { enrolledCourse: { flex: 0.7 }, map: { flex: 0.8 } };
const filterLabels = { enrolledCourse: 'Course', map: 'Handled By' };
const filterOptions = { enrolledCourse: COURSE_FILTER };

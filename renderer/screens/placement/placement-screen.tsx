import { COURSE_FILTER } from '#shared/model/candidate.ts';
import type { ReactNode } from 'react';
import { candidateDeletion } from '../../components/candidate-form/candidate-form.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { placementForm } from './placement-form.ts';

/** Candidates with a placement status, newest first; opens with those in progress (section 2.7). */
export function PlacementScreen(): ReactNode {
  return (
    <ListScreen
      entity="candidate"
      list="placement"
      heading="Placement Cell"
      failure="Failed to fetch students"
      addLabel="Add Candidate"
      searchLabel="Search candidates"
      filterLabels={filterLabels}
      filterOptions={filterOptions}
      columns={wideColumns}
      narrowLines={2}
      narrowColumns={narrowColumns}
      numberHeading="S/N"
      form={placementForm}
      deletion={candidateDeletion}
    />
  );
}

// The skills are what one looks for here.
const wideColumns = { coreskill: { flex: 1.5 }, map: { minWidth: 130 }, experience: { width: 108 } };
const narrowColumns = { coreskill: { flex: 1.5, minWidth: 110 }, experience: { flex: 0.5, minWidth: 98 } };
const filterLabels = { enrolledCourse: 'Course' };
const filterOptions = { enrolledCourse: COURSE_FILTER };

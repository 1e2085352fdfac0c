import { INTERVIEW_OUTCOMES } from '#shared/model/candidate.ts';
import { Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { useRole, useUser } from '../../stores/session.ts';
import { interviewForm } from './interview-form.ts';
import { interviewParts } from './interview-parts.ts';
import { interviewerFilter } from './interviewer-filter.ts';
import { JoinMeeting } from './join-meeting.tsx';

/** The signed-in user's own interviews, and the way into the meeting (section 2.11). */
export function InterviewerScreen(): ReactNode {
  const { _id } = useUser();
  const role = useRole();
  const filter = useMemo(() => interviewerFilter({ _id, role }), [_id, role]);
  return (
    <ListScreen
      entity="candidate"
      list="interviewer"
      heading="Upcoming Interviews"
      failure="Failed to load candidates"
      searchLabel="Search interviews"
      filter={filter}
      filterOptions={filterOptions}
      quickFilter={interviewParts}
      columns={columns}
      narrowLines={2}
      numberHeading="S N"
      form={interviewForm}
      tools={<JoinMeeting />}
      emptyHint={emptyHint}
    />
  );
}

const emptyHint = (
  <Text size="sm">Candidates appear here as soon as you are chosen as their interviewer.</Text>
);
const filterOptions = { interviewStatus: INTERVIEW_OUTCOMES };
const columns = { interviewDate: { emptyText: 'Not Scheduled', width: 206 } };

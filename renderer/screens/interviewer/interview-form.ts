import { candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { INTERVIEWER_STATUSES } from '#shared/model/candidate.ts';
import type { FormProblem, RecordFormSettings } from '../../components/record-form/form-settings.ts';
import type { Values } from '../../components/record-form/form-values.ts';
import { statusChoices } from './status-choices.ts';
import { interviewSections } from './interview-sections.ts';
import { InterviewStatusInput } from './interview-status-input.tsx';

/** The candidate dialog as an interviewer needs it (section 2.11). */
export const interviewForm: RecordFormSettings = {
  ...candidateForm,
  // Who interviews, and when, is not the interviewer's to say.
  problems: statusProblems,
  sections: interviewSections(candidateForm.sections, [
    { name: 'interviewStatus', input: InterviewStatusInput },
    { name: 'remarks' },
    { name: 'discussion' },
  ]),
};

const alternatives = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/** What its input does not offer is not for an interviewer to say, by whatever way. */
function statusProblems(draft: Values, seen: Values): FormProblem[] {
  const { interviewStatus } = draft;
  if (typeof interviewStatus !== 'string' || statusChoices(seen['interviewStatus']).includes(interviewStatus))
    return [];
  return [
    {
      field: 'interviewStatus',
      message: `“${interviewStatus}” is not for an interviewer to say. Choose ${alternatives.format(INTERVIEWER_STATUSES)}.`,
    },
  ];
}

import { candidateForm } from '../../components/candidate-form/candidate-form.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { interviewSections } from './interview-sections.ts';
import { InterviewStatusInput } from './interview-status-input.tsx';

/** The candidate dialog as an interviewer needs it (section 2.11). */
export const interviewForm: RecordFormSettings = {
  ...candidateForm,
  // Who interviews, and when, is not the interviewer's to say.
  problems: () => [],
  sections: interviewSections(candidateForm.sections, [
    { name: 'interviewStatus', input: InterviewStatusInput },
    { name: 'remarks' },
    { name: 'discussion' },
  ]),
};

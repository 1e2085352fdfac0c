import { candidate } from '#shared/model/candidate.ts';
import { listOf } from '#shared/model/list-query.ts';
import { candidateForm, studentFailures } from '../../components/candidate-form/candidate-form.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';

/**
 * The candidate dialog of the placement cell. Who is added here starts with what the list is preset to: without a
 * placement status, the new candidate would not be in the list at all (section 2.7).
 */
export const placementForm: RecordFormSettings = {
  ...candidateForm,
  failures: studentFailures,
  initialValues: () => ({
    ...candidateForm.initialValues?.(),
    ...listOf(candidate, 'placement').presetFilter,
  }),
};

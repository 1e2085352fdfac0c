import { candidate } from '#shared/model/candidate.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { formField, type FormField, type FormSection } from '../../components/record-form/form-settings.ts';

/**
 * The candidate's sections as an interviewer sees them: the result first, and the rest to be read. Payment is not among
 * them, whoever interviews (decision 11).
 */
export function interviewSections(
  sections: readonly FormSection[],
  result: readonly FormField[],
): FormSection[] {
  const isLeft = (name: string): boolean =>
    !fieldOf(candidate, name).groups?.includes('payment') && result.every((field) => field.name !== name);
  return [
    { title: 'Interview Result', fields: result },
    ...sections.map((section) => ({
      ...section,
      fields: section.fields.filter((given) => isLeft(formField(given).name)),
      readOnly: true,
    })),
  ];
}

/** What is wrong with one field, as a sentence for its form. */
export interface FieldIssue {
  field: string;
  code: 'required' | 'invalid' | 'unknown' | 'past';
  message: string;
}

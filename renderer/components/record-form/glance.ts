import type { ReactNode } from 'react';
import type { RecordForm } from './use-record-form.ts';

/** What a summary of a record in view is given. */
export interface GlanceGiven {
  form: RecordForm;
  /** Opens the form, for what is not edited in place. */
  onWhole: () => void;
  /** Hears that a field is being written in (1), and that it is no more (-1). */
  onEditing: (by: 1 | -1) => void;
}

/** What a dialog that views a record of a list begins with, and how it leads to the next ones. */
export interface Glance {
  summary: (given: GlanceGiven) => ReactNode;
  steps: ReactNode;
  onStep: (by: 1 | -1) => void;
}

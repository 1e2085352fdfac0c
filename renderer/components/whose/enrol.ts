import type { AnyRecord } from '#shared/model/entity.ts';
import { IconArrowUpRight, IconSchool } from '@tabler/icons-react';
import type { RowAction } from '../data-grid/row-actions.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { ask } from './dialogs.ts';

const isEnrolled = ({ enrolledAs }: AnyRecord): boolean => typeof enrolledAs === 'string';
const enrol = ({ _id }: AnyRecord): void => ask({ what: 'enrol', inquiry: _id });

/** Makes a candidate of an inquiry, or leads to the one that it became. */
const action: RowAction = {
  label: 'Enrol',
  labelOf: (row) => (isEnrolled(row) ? 'Open candidate of' : 'Enrol'),
  icon: IconSchool,
  iconOf: (row) => (isEnrolled(row) ? IconArrowUpRight : IconSchool),
  run: enrol,
};

/** Before what is seldom done. */
export const withEnrol = (standard: readonly RowAction[]): readonly RowAction[] => [
  ...standard.filter(({ danger }) => !danger),
  action,
  ...standard.filter(({ danger }) => danger),
];

/** The same in a view, which shows the candidate by itself where there is one. */
export const enrolInView: NonNullable<RecordFormSettings['viewAction']> = (record) =>
  isEnrolled(record) ? null : { label: 'Enrol', run: () => enrol(record), leaves: true };

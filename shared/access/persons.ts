import type { EntityName } from '#shared/model/entities.ts';
import type { Role } from './roles.ts';

/** The entities whose records are somebody of whom the office keeps data. Accounts are the office's own. */
export const DATA_SUBJECTS = [
  'candidate',
  'inquiry',
  'contactInquiry',
  'hrRecord',
] as const satisfies readonly EntityName[];

export type DataSubject = (typeof DATA_SUBJECTS)[number];

export const isDataSubject = (name: string): name is DataSubject =>
  DATA_SUBJECTS.some((each) => each === name);

/** Whether the role erases people for ever (decision 33). */
export const mayErase = (role: Role): boolean => role === 'Super Admin';

const GIVERS: readonly Role[] = ['Super Admin', 'Admin'];

/** Whether the role gives people a copy of all that is kept about them (decision 32). */
export const mayGiveCopies = (role: Role): boolean => GIVERS.includes(role);

import type { Role } from './roles.ts';

const MAKERS: readonly Role[] = ['Super Admin', 'Admin'];

/** Whether the role makes, sees and ends join codes (decision 36). */
export const mayMakeJoinCodes = (role: Role): boolean => MAKERS.includes(role);

/** Whether the role says what the business calls itself. */
export const mayNameOffice = (role: Role): boolean => role === 'Super Admin';

import { toRole, type Role } from './roles.ts';

/** Whose leads and candidates can be: those who work with them. */
export const LEAD_ROLES = ['HR', 'Admin', 'Super Admin'] as const;

/** The role whose users may take new leads in turn. */
export const TURN_ROLE = 'HR';

/** A user, as far as it says whether leads can be theirs. */
export interface PossibleOwner {
  name: string | null;
  roleName: string | null;
  isActive: boolean;
}

/** Whether leads of users with the role can be theirs. */
export const mayHaveLeads = (role: Role): boolean => LEAD_ROLES.some((each) => each === role);

/** Why leads cannot be this user's, as a sentence without its full stop; null where they can. null: no such user. */
export function ownerRefusal(user: PossibleOwner | null): string | null {
  if (!user) return 'This person is no longer an employee. Choose somebody else';
  const name = user.name ?? 'This person';
  if (!user.isActive) return `${name} is no longer active. Choose somebody else`;
  if (mayHaveLeads(toRole(user.roleName))) return null;
  return `${name} is not HR, Admin or Super Admin. Choose somebody who is`;
}

/** The field that says whose a record is. */
export const OWNER_FIELD = { candidate: 'map', inquiry: 'assignedTo' } as const;
export type OwnedEntity = keyof typeof OWNER_FIELD;

/** Whether the role hands over what is one person's to another. */
export const mayHandOver = (role: Role): boolean => role === 'Admin' || role === 'Super Admin';

/** Whether a change does nothing but give a candidate to another person: else the server alone writes who has it. */
export function isHandOver(entity: string, changes: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(changes);
  return entity === 'candidate' && names.length === 1 && names[0] === OWNER_FIELD.candidate;
}

/** Whether the role says who takes new leads in turn. */
export const maySetTurns = (role: Role): boolean => role === 'Super Admin';

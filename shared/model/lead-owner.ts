import { LEAD_ROLES } from '#shared/access/leads.ts';
import type { ReferenceTarget } from './field.ts';

/** The user whose a lead is. Who has left may still have some, so that filters offer them too. */
export const leadOwner = {
  entity: 'user',
  display: 'name',
  among: { roleName: LEAD_ROLES },
  choosable: { roleName: LEAD_ROLES, isActive: { not: false } },
} as const satisfies ReferenceTarget;
